#!/usr/bin/env python3
"""Prints which share of lines and branches a build's tests have executed, by folder, and the files below a limit.

    coverage.py BUILD [--below PERCENT]      BUILD: of the preset coverage, after its tests

Counts are gcov's, of all programs of the build together. Tests themselves are left out. A branch counts as executed if it has gone
that way at least once."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("analyzer", "cli", "kernels", "rules", "runtime_check")


class Counts:
    def __init__(self):
        self.lines, self.branches = {}, {}

    def add(self, line):
        number = line["line_number"]
        self.lines[number] = self.lines.get(number, False) or line["count"] > 0
        for at, branch in enumerate(line["branches"]):
            self.branches[number, at] = self.branches.get((number, at), False) or branch["count"] > 0


def read(data):
    """What gcov says of one object file."""
    done = subprocess.run(["gcov", "--branch-probabilities", "--json-format", "--stdout", data.name], cwd=data.parent, capture_output=True)
    return json.loads(done.stdout)["files"] if done.returncode == 0 and done.stdout else []


def measure(build):
    files = collections.defaultdict(Counts)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for objects in pool.map(read, sorted(build.rglob("*.gcda"))):
            for file in objects:
                path = (build / file["file"]).resolve()
                if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in FOLDERS:
                    for line in file["lines"]:
                        files[path.relative_to(ROOT)].add(line)
    return files


def share(executed):
    return 100 * sum(executed) / len(executed) if executed else 100


def shares(counts):
    lines = [executed for one in counts for executed in one.lines.values()]
    branches = [executed for one in counts for executed in one.branches.values()]
    return share(lines), share(branches), len(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--below", type=float, default=80)
    options = parser.parse_args()
    files = measure(options.build.resolve())
    if not files:
        sys.exit("nothing was counted: build the preset coverage and run its tests first")
    folders = collections.defaultdict(list)
    for path, counts in files.items():
        folders["/".join(path.parts[:2]) if len(path.parts) > 2 and path.parts[0] != "rules" else path.parts[0]].append(counts)
    print(f"{'folder':32} {'lines':>7} {'branches':>9} {'of lines':>9}")
    for name, counts in [*sorted(folders.items()), ("all", list(files.values()))]:
        lines, branches, count = shares(counts)
        print(f"{name:32} {lines:6.1f}% {branches:8.1f}% {count:9}")
    low = sorted((shares([counts])[0], str(path), shares([counts])[2]) for path, counts in files.items())
    low = [row for row in low if row[0] < options.below]
    print(f"\n{len(low)} of {len(files)} files have less than {options.below:g}% of their lines executed:")
    for lines, path, count in low:
        print(f"  {lines:5.1f}% of {count:4}  {path}")


if __name__ == "__main__":
    main()
