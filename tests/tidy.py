#!/usr/bin/env python3
"""clang-tidy on the C files of a build folder's compile_commands.json. Each finding is an error; .clang-tidy names the checks.

    tidy.py BUILD [--jobs N] [--analyzer-for FILE...]      exit status 77: there is no clang-tidy-22

The checks that follow paths through a function (clang-analyzer-*) take fifteen times as long as all others together. With
--analyzer-for they run on these files alone, among which what is no C file of the build is passed over; without it on all."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

FAST = "--checks=-clang-analyzer-*"


def sources_of(build):
    """The project's own, each once."""
    commands = json.loads((build / "compile_commands.json").read_text())
    files = {pathlib.Path(command["directory"], command["file"]).resolve() for command in commands}
    return sorted(file for file in files if file.suffix == ".c" and build not in file.parents)


def findings(tool, build, file, checks):
    done = subprocess.run([tool, "--quiet", "-p", build, *checks, file], capture_output=True, text=True)
    return done.stdout if done.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--analyzer-for", nargs="*", type=lambda path: pathlib.Path(path).resolve(), default=None)
    options = parser.parse_args()
    tool = shutil.which("clang-tidy-22")
    if not tool:
        print("SKIPPED: clang-tidy-22 is not installed: apt-get install clang-tidy-22")
        return 77
    files = sources_of(options.build)
    analyzed = {*files} if options.analyzer_for is None else {*files} & {*options.analyzer_for}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        found = pool.map(lambda file: findings(tool, options.build, file, [] if file in analyzed else [FAST]), files)
        # A finding in a header is one of each file that includes it.
        # The declaration of a function of the system that we replace is not ours.
        texts = collections.Counter(block for text in found for block in text.strip().split("\n\n")
                                    if block and not block.startswith("/usr/"))
    for text in texts:
        print(text)
    print(f"{len(files)} files checked, {len(analyzed)} of them with clang-analyzer: {len(texts)} with findings")
    return 1 if texts else 0


if __name__ == "__main__":
    sys.exit(main())
