#!/usr/bin/env python3
"""Compares what gpulint makes of host code with what the system's compiler makes of it.

    run.py GPULINT FILE...      exit status 77: there is no C++ compiler

Every function of a file that is written as

    int name()
    {

from the beginning of a line is a snippet: gpulint has to give a launch's argument the value that the function returns
when it runs, and to find no problem on the way. Where it cannot follow one yet, the line before says so,

    // not followed: why

and it has to say that it does not know the value, or that something is wrong; a snippet that it follows by now must lose that line.
"""
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SNIPPET = re.compile(r"^(// not followed: .+\n)?int (\w+)\(\)\s*\{", re.MULTILINE)
STANDARD = "-std=c++17"
PRINT = """#include "{source}"
#include <cstdio>
int main() {{
{calls}
}}
"""
LAUNCH = """#include "{source}"
{kernels}
int main() {{
{launches}
}}
"""
AT_ONCE = 16     # snippets of one program: parsing takes longer than following most of them


def run(compiler, source, names, folder):
    calls = "\n".join(f'\tstd::printf("{name} %d\\n", {name}());' for name in names)
    program, main = folder / source.stem, folder / f"{source.stem}.cpp"
    main.write_text(PRINT.format(source=source, calls=calls))
    subprocess.run([compiler, "-w", "-O0", STANDARD, "-o", program, main], check=True)
    return subprocess.run([program], check=True, capture_output=True, text=True, timeout=60).stdout


def computed(compiler, source, names, folder):
    """What each snippet returns when it runs. The output is kept in the cache for as long as the source, this file and the compiler are
    the same."""
    version = subprocess.run([compiler, "--version"], check=True, capture_output=True).stdout
    digest = hashlib.sha256(b"\0".join([version, pathlib.Path(__file__).read_bytes(), source.read_bytes()])).hexdigest()
    kept = pathlib.Path(os.environ.get("XDG_CACHE_HOME", folder), "gpulint-tests", "host", digest)
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_text(run(compiler, source, names, folder))
        written.rename(kept)
    return {name: int(value) for name, value in map(str.split, kept.read_text().splitlines())}


class Prediction(collections.namedtuple("Prediction", "value problems")):
    """What gpulint says that a snippet returns, None if nothing; and the problems that it reports of the program."""


def predicted(gpulint, source, names, folder):
    """Of each snippet, in one program that calls them in this order."""
    program = folder / f"{source.stem}.{names[0]}.{len(names)}.cu"
    program.write_text(LAUNCH.format(source=source, kernels="\n".join(f"__global__ void take_{name}(int result) {{}}" for name in names),
                                     launches="\n".join(f"\ttake_{name}<<<1, 1>>>({name}());" for name in names)))
    run = subprocess.run([gpulint, "--no-compile", "--format", "json", program, "--", STANDARD], capture_output=True, text=True, timeout=120)
    report = json.loads(run.stdout)
    launches = {kernel["name"]: [launch for launch in kernel["launches"] if launch["origin"] == "source"] for kernel in report["kernels"]}
    problems = [f"line {problem['line']}: {problem['message']}" for file in report["files"] for problem in file["problems"]]

    def prediction(name):
        of_snippet = launches.get(f"take_{name}", [])
        wrong = [f"{len(of_snippet)} launches"] if len(of_snippet) != 1 else []
        return Prediction(of_snippet[0]["arguments"]["result"] if of_snippet else None, problems + wrong)
    return {name: prediction(name) for name in names}


def is_right(prediction, value):
    return prediction.value == value and not prediction.problems


def fault(value, prediction, is_open):
    """What is wrong with a prediction; None: nothing."""
    if is_open:
        if is_right(prediction, value):
            return f"is followed by now: {value}"
        return f"is {value}, not {prediction.value}" if isinstance(prediction.value, int) and not prediction.problems else None
    return None if is_right(prediction, value) else \
        f"is {value}, not {prediction.value}; {', '.join(prediction.problems) or 'no problem reported'}"


def predictions_of(gpulint, source, snippets, values, folder, pool):
    """Those that are not followed, and those that are wrong beside others, in a program of their own."""
    followed = [name for name, is_open in snippets.items() if not is_open]
    groups = [followed[i:i + AT_ONCE] for i in range(0, len(followed), AT_ONCE)]
    found = {}
    for of_group in pool.map(lambda names: predicted(gpulint, source, names, folder), groups):
        found.update({name: prediction for name, prediction in of_group.items() if is_right(prediction, values[name])})
    for alone in pool.map(lambda name: predicted(gpulint, source, [name], folder), [name for name in snippets if name not in found]):
        found.update(alone)
    return found


def main():
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    compiler = shutil.which("g++") or shutil.which("c++")
    if not compiler:
        print("SKIPPED: there is no C++ compiler")
        sys.exit(77)
    faults = compared = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = pathlib.Path(folder)
        for path in sys.argv[2:]:
            source = pathlib.Path(path).resolve()
            snippets = {name: bool(tag) for tag, name in SNIPPET.findall(source.read_text())}
            values = computed(compiler, source, snippets, folder)
            predictions = predictions_of(sys.argv[1], source, snippets, values, folder, pool)
            for name, is_open in snippets.items():
                wrong = fault(values[name], predictions[name], is_open)
                compared += 1
                faults += wrong is not None
                if wrong:
                    print(f"{path}: {name} {wrong}")
    print(f"{compared} snippets compared, {faults} wrong")
    sys.exit(1 if faults or not compared else 0)


if __name__ == "__main__":
    main()
