#!/usr/bin/env python3
"""Benches what asking the compiler adds to the lint of many programs, each in a process of its own.

    compiling.py GPULINT TABLE SOURCES [--gpu GPU] [--only REGEX] [-r REPEATS] [--all] [--cache FOLDER] [--against OTHER]

The table is that of programs.py. Each program is linted without the compiler, with it and an empty cache, and with the
cache that this leaves, in turn, so that all three see the same machine. The programs share the cache, as they do at
work. Prints the seconds of each program that the compiler slows down by more than a tenth of a second (--all: of each),
and the sums with their ratio to the lint without the compiler: of the clock's seconds and of the processors', which a
busy machine disturbs less. With another executable, one that asks no compiler, the ratio is to that one's lint, which
comes first.
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

def lint(gpulint, gpu, folder, files, flags, arguments, extra, cache):
    """Seconds by the clock, and the processors'."""
    command = [gpulint, "--format", "json", *extra, *(["--gpu", gpu] if gpu else []), *(["--argv", arguments] if arguments else [])]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([*command, *files, "--", *flags], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env=dict(os.environ, XDG_CACHE_HOME=cache))
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def ways_of(options):
    """Of each way its name, executable, options and repeats; the first is the yardstick."""
    own = options.gpulint
    against = [("against", options.against, [], options.repeats)] if options.against else []
    return [*against, ("no compiler", own, ["--no-compile"], options.repeats), ("cold", own, [], 1), ("cached", own, [], options.repeats)]


def bench(options, ways, cache, folder, *program):
    for _, gpulint, extra, repeats in ways:
        runs = [lint(gpulint, options.gpu, folder, *program, extra, cache) for _ in range(repeats)]
        yield [min(column) for column in zip(*runs)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    executable = lambda path: str(Path(path).resolve())
    parser.add_argument("gpulint", type=executable)
    parser.add_argument("table")
    parser.add_argument("sources")
    parser.add_argument("--gpu", default="H200")
    parser.add_argument("--only", default="")
    parser.add_argument("-r", "--repeats", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--against", type=executable, help="another gpulint, which asks no compiler: the yardstick")
    parser.add_argument("--cache", help="a folder that is empty at first; left out: one for this run")
    options = parser.parse_args()
    ways = ways_of(options)
    names = [name for name, *_ in ways]
    clock, processors, count = [0.0] * len(ways), [0.0] * len(ways), 0
    print(" ".join(f"{name:>12}" for name in names))
    with tempfile.TemporaryDirectory() as folder:
        for name, where, *program in programs(options.table, options.only):
            times = list(bench(options, ways, options.cache or folder, Path(options.sources) / where, *program))
            count += 1
            for i, (seconds, processor) in enumerate(times):
                clock[i] += seconds
                processors[i] += processor
            if options.all or max(seconds for seconds, _ in times) > times[0][0] + 0.1:
                print(" ".join(f"{seconds:5.2f} ({processor:4.2f})" for seconds, processor in times), name, flush=True)
    for what, sums in (("the clock's", clock), ("processors'", processors)):
        ratios = ", ".join(f"{name} {seconds:.1f} ({seconds / sums[0]:.2f})" for name, seconds in zip(names, sums) if sums[0])
        print(f"{count} programs, {what} seconds: {ratios}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
