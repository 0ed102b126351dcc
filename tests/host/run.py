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
import concurrent.futures
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
__global__ void take(int result) {{}}
int main() {{ take<<<1, 1>>>({name}()); }}
"""


def computed(compiler, source, names, folder):
    """What each snippet returns when it runs."""
    calls = "\n".join(f'\tstd::printf("{name} %d\\n", {name}());' for name in names)
    program, main = folder / source.stem, folder / f"{source.stem}.cpp"
    main.write_text(PRINT.format(source=source, calls=calls))
    subprocess.run([compiler, "-w", "-O0", STANDARD, "-o", program, main], check=True)
    output = subprocess.run([program], check=True, capture_output=True, text=True, timeout=60).stdout
    return {name: int(value) for name, value in map(str.split, output.splitlines())}


def predicted(gpulint, source, name, folder):
    """What gpulint says that a snippet returns, and the problems that it tells."""
    program = folder / f"{source.stem}.{name}.cu"
    program.write_text(LAUNCH.format(source=source, name=name))
    run = subprocess.run([gpulint, "--no-compile", "--format", "json", program, "--", STANDARD], capture_output=True, text=True, timeout=120)
    report = json.loads(run.stdout)
    launches = [launch for kernel in report["kernels"] for launch in kernel["launches"] if launch["origin"] == "source"]
    problems = [f"line {problem['line']}: {problem['message']}" for file in report["files"] for problem in file["problems"]]
    if len(launches) != 1:
        problems.append(f"{len(launches)} launches")
    return (launches[0]["arguments"]["result"] if launches else None), problems


def fault(value, prediction, problems, is_open):
    """What is wrong with a prediction; None: nothing."""
    right = prediction == value and not problems
    if is_open:
        if right:
            return f"is followed by now: {value}"
        return f"is {value}, not {prediction}" if isinstance(prediction, int) and not problems else None
    return None if right else f"is {value}, not {prediction}; {', '.join(problems) or 'no problem reported'}"


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
            predictions = pool.map(lambda name: predicted(sys.argv[1], source, name, folder), snippets)
            for (name, is_open), (prediction, problems) in zip(snippets.items(), predictions):
                wrong = fault(values[name], prediction, problems, is_open)
                compared += 1
                faults += wrong is not None
                if wrong:
                    print(f"{path}: {name} {wrong}")
    print(f"{compared} snippets compared, {faults} wrong")
    sys.exit(1 if faults or not compared else 0)


if __name__ == "__main__":
    main()
