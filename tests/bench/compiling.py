#!/usr/bin/env python3
"""Benches what asking the compiler adds to the lint of many programs, each in a process of its own.

    compiling.py GPULINT TABLE SOURCES [--gpu GPU] [--only REGEX] [-r REPEATS] [--all] [--cache FOLDER]

The table is that of programs.py. Each program is linted without the compiler, with it and an empty cache, and with the
cache that this leaves, in turn, so that all three see the same machine. The programs share the cache, as they do at
work. Prints the seconds of each program that the compiler slows down by more than a tenth of a second (--all: of each),
and the sums with their ratio to the lint without the compiler: of the clock's seconds and of the processors', which a
busy machine disturbs less.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from programs import programs

WAYS = ("no compiler", "cold", "cached")


def lint(gpulint, gpu, folder, files, flags, arguments, extra, cache):
    """Seconds by the clock, and the processors'."""
    command = [gpulint, "--format", "json", *extra, *(["--gpu", gpu] if gpu else []), *(["--argv", arguments] if arguments else [])]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([*command, *files, "--", *flags], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=dict(os.environ, XDG_CACHE_HOME=cache))
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def bench(options, cache, folder, *program):
    ways = []
    for extra, repeats in ((["--no-compile"], options.repeats), ([], 1), ([], options.repeats)):
        runs = [lint(options.gpulint, options.gpu, folder, *program, extra, cache) for _ in range(repeats)]
        ways.append([min(column) for column in zip(*runs)])
    return ways


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpulint", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("table")
    parser.add_argument("sources")
    parser.add_argument("--gpu", default="H200")
    parser.add_argument("--only", default="")
    parser.add_argument("-r", "--repeats", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--cache", help="a folder that is empty at first; left out: one for this run")
    options = parser.parse_args()
    clock, processors, count = [0.0] * len(WAYS), [0.0] * len(WAYS), 0
    print(" ".join(f"{way:>12}" for way in WAYS))
    with tempfile.TemporaryDirectory() as folder:
        for name, where, *program in programs(options.table, options.only):
            ways = bench(options, options.cache or folder, Path(options.sources) / where, *program)
            count += 1
            for i, (seconds, processor) in enumerate(ways):
                clock[i] += seconds
                processors[i] += processor
            if options.all or max(seconds for seconds, _ in ways) > ways[0][0] + 0.1:
                print(" ".join(f"{seconds:5.2f} ({processor:4.2f})" for seconds, processor in ways), name, flush=True)
    for what, sums in (("the clock's", clock), ("processors'", processors)):
        ratios = ", ".join(f"{way} {seconds:.1f} ({seconds / sums[0]:.2f})" for way, seconds in zip(WAYS, sums) if sums[0])
        print(f"{count} programs, {what} seconds: {ratios}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
