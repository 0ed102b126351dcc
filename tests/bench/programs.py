#!/usr/bin/env python3
"""Benches the lint of many programs, each in a process of its own.

    programs.py BENCH_LINT TABLE SOURCES [-r REPEATS] [--only REGEX]

A line of the table is a program, its fields parted by tabs: name, folder under SOURCES, source files, compiler flags and
the program's arguments. Prints bench_lint's figures for each, and for all of them the sums, the ratio of the lint to
libclang's parse and libclang's share of the time, the events a second, and the most memory that one of them took.
"""
import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

COLUMNS = ("parse", "lower", "evaluate", "ratio", "events", "a second", "MB")


def programs(table, only):
    for line in Path(table).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, folder, files, flags, arguments = (line.split("\t") + [""] * 5)[:5]
            if re.search(only, name):
                yield name, folder, files.split(), shlex.split(flags), arguments


def bench(binary, folder, files, flags, arguments, repeats):
    command = [binary, "-r", str(repeats)] + (["-a", arguments] if arguments else []) + files + ["--"] + flags
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.strip() or f"bench_lint ended with {run.returncode}")
    return [float(word) for word in run.stdout.splitlines()[-1].split()[:len(COLUMNS)]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench_lint")
    parser.add_argument("table")
    parser.add_argument("sources")
    parser.add_argument("-r", "--repeats", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    binary = str(Path(options.bench_lint).resolve())
    print(" ".join(f"{column:>9}" for column in COLUMNS))
    parse = lint = evaluate = events = peak = failed = 0
    for name, folder, files, flags, arguments in programs(options.table, options.only):
        try:
            row = bench(binary, Path(options.sources) / folder, files, flags, arguments, options.repeats)
        except (OSError, RuntimeError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed += 1
            continue
        print(" ".join(f"{value:9.2f}" if i < 4 else f"{value:9.0f}" for i, value in enumerate(row)), name)
        parse += row[0]
        lint += sum(row[:3])
        evaluate += row[2]
        events += row[4]
        peak = max(peak, row[6])
    if parse:
        print(f"all: {lint:.0f} ms, {lint / parse:.2f} times libclang's parse, which is {parse / lint:.0%} of it; "
              f"{events / evaluate * 1e3:.0f} events a second; at most {peak:.0f} MB")
    return 1 if failed or not parse else 0


if __name__ == "__main__":
    sys.exit(main())
