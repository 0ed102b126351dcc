#!/usr/bin/env python3
"""Checks gpulint's findings and reports against what is written down.

    run.py findings GPULINT FILE...    what a file is found to have, against the comments in it
    run.py outputs GPULINT [--update]  whole reports, against tests/golden/*.out
    run.py documents GPULINT           what documents quote of reports, against what is said now; and the man page's list of the
                                       rules that need the compiler, against NEED_COMPILER

A program says what should be found in it where it should be found, in a comment at the end of the line:

    out[x * n + y] = in[y * n + x];  // expect: uncoalesced-access

with the rule's name once for each finding. Every finding has to be expected and every expectation found. A rule's bad.cu
has to fire that rule and no other; its good.cu has to be silent.

A document quotes a report behind the command that makes it, in a block of its own:

    $ ./build/gpulint examples/transpose.cu
    examples/transpose.cu:31:3: error: …

A line that is … alone stands for lines that are left out, also at the end; all others have to be the report's, each behind the
one before it.

Reports change on purpose as well: --update rewrites the .out files, for the reviewer of the change to read; not those of
programs whose comments expect something else, so that no lost finding is taken over in passing.
"""
import argparse
import collections
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tests" / "support"))
import json_schema  # noqa: E402

EXPECTATION = re.compile(r"//\s*expect:(.*)")

# Report by report: the file it is kept in, and gpulint's arguments. What is said of each rule's bad.cu and of the programs
# in this folder is kept whole.
OUTPUTS = {
    "transpose.text.out": ["examples/transpose.cu"],
    "transpose.short.out": ["--format", "short", "examples/transpose.cu"],
    "transpose.json.out": ["--format", "json", "examples/transpose.cu"],
    "transpose.color.out": ["--color", "always", "examples/transpose.cu"],
    "offset_copy.text.out": ["examples/offset_copy.cu"],
    "divergence.text.out": ["examples/divergence.cu"],
    "block_sizes.short.out": ["--format", "short", "examples/block_sizes.cu"],
    "rules.out": ["rules"],
}
for program in [*ROOT.glob("rules/*/bad.cu"), *GOLDEN.glob("*.cu")]:
    subject = program.parent.name if program.stem == "bad" else program.stem
    OUTPUTS[f"{subject}.text.out"] = ["--notes", str(program.relative_to(ROOT))]


# Rules that are silent without the compiler's answer.
NEED_COMPILER = {"accidental-double", "generic-access", "launch-bounds", "memory-round-trip", "register-spill", "slow-math",
                 "tail-wave", "unfused-multiply"}


def run(gpulint, *arguments):
    return subprocess.run([gpulint, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)


def internal_names(output):
    """Names of the built-in headers, which no program contains."""
    return sorted(set(re.findall(r"\b__(?:gl|GL)_\w*", output)))


def skip_without_compiler(gpulint):
    """Whole reports have what the compiler says of kernels."""
    report = json.loads(run(gpulint, "--format", "json", "examples/transpose.cu").stdout)
    if not report["target"]["compiler"]:
        print("SKIPPED: there is no compiler:", report["target"]["uncompiled"])
        sys.exit(77)


def known_rules(gpulint):
    return {line.split()[0] for line in run(gpulint, "rules").stdout.splitlines()}


def report_schema():
    return json.loads((ROOT / "docs" / "report.schema.json").read_text())


def expectations(path, rules):
    """The expected findings, {(line, rule): count}, and what is wrong with how they are written."""
    expected, problems = collections.Counter(), []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = EXPECTATION.search(line)
        if not match:
            continue
        names = match.group(1).split()
        if not names:
            problems.append(f"{path}:{number}: an expectation without a rule")
        for name in names:
            if name not in rules:
                problems.append(f"{path}:{number}: there is no rule {name}")
            expected[number, name] += 1
    return expected, problems


def needs_compiler(path, rules):
    """Whether the file is such a rule's own, or expects it."""
    expected, _ = expectations(path, rules)
    return bool(NEED_COMPILER & ({path.parent.name} | {name for _, name in expected}))


def check_folder(path, expected):
    """What a rule's own examples have to be like."""
    if path.parent.parent.name != "rules":
        return
    rule = path.parent.name
    if path.stem == "bad" and {name for _, name in expected} != {rule}:
        yield f"{path}: has to expect {rule}, and nothing else"
    if path.stem == "good" and expected:
        yield f"{path}: has to expect nothing"


def check_findings(gpulint, path, rules, schema):
    expected, problems = expectations(path, rules)
    yield from problems
    yield from check_folder(path, expected)
    # By the name that outputs gives it: the compiler's answer is found in the cache.
    result = run(gpulint, "--format", "json", "--fail-on", "note", os.path.relpath(path.resolve(), ROOT))
    if result.returncode != (1 if expected else 0):
        yield f"{path}: exit code {result.returncode}"
    if result.stderr:
        yield f"{path}: on standard error: {result.stderr.strip()}"
    for name in internal_names(result.stdout):
        yield f"{path}: the report has the internal name {name}"
    try:
        report = json.loads(result.stdout)
    except ValueError as error:
        yield f"{path}: the report is no JSON: {error}"
        return
    for error in json_schema.errors(report, schema):
        yield f"{path}: the report departs from its schema: {error}"
    for file in report["files"]:
        if file["status"] != "ok":
            reasons = "; ".join(f"line {one['line']}: {one['message']}" for one in file["problems"])
            yield f"{path}: {file['path']} is {file['status']}: {reasons}"
    found = collections.Counter()
    for finding in report["findings"]:
        if (ROOT / finding["file"]).resolve() != path.resolve():
            yield f"{path}: a finding in another file: {finding['file']}:{finding['line']}: {finding['rule']}"
        else:
            found[finding["line"], finding["rule"]] += 1
    for line, rule in sorted((found - expected).elements()):
        yield f"{path}:{line}: found but not expected: {rule}"
    for line, rule in sorted((expected - found).elements()):
        yield f"{path}:{line}: expected but not found: {rule}"


def quotations():
    """(file, line of the command, its arguments, the quoted lines), block by block."""
    for path in sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md"), *ROOT.glob("rules/*/page.md")}):
        lines, opened = path.read_text().split("\n"), None
        for number, line in enumerate(lines):
            if not line.startswith("```"):
                continue
            if opened is None:
                opened = number
                continue
            block, first = lines[opened + 1:number], opened + 2
            opened = None
            if block and re.match(r"\$ (\S*/)?gpulint ", block[0]):
                yield path, first, shlex.split(block[0][2:])[1:], block[1:]


def is_quoted(quoted, said):
    """Whether the quotation is what is said, but for what it leaves out."""
    parts = [list(part) for is_gap, part in itertools.groupby(quoted, lambda line: line == "…") if not is_gap]
    at = 0
    for index, part in enumerate(parts):
        starts = [0] if index == 0 and quoted[0] != "…" else range(at, len(said) - len(part) + 1)
        if index == len(parts) - 1 and quoted[-1] != "…":
            starts = [start for start in starts if start + len(part) == len(said)]
        start = next((start for start in starts if said[start:start + len(part)] == part), None)
        if start is None:
            return False
        at = start + len(part)
    return True


def check_man_page():
    page = (ROOT / "docs" / "gpulint.1.in").read_text().replace("\\-", "-")
    listed = re.search(r"The rules\s([^.]+?)\sreport nothing without the compiler\.", page)
    if not listed:
        yield "docs/gpulint.1.in: does not list the rules that need the compiler"
    elif (names := re.split(r",?\s+(?:and\s+)?", listed[1])) != sorted(NEED_COMPILER):
        yield f"docs/gpulint.1.in: lists {', '.join(names)} as the rules that need the compiler, which are {', '.join(sorted(NEED_COMPILER))}"


def check_documents(gpulint):
    yield from check_man_page()
    found = list(quotations())
    if not found:
        yield "no document quotes a report"
    for path, number, arguments, quoted in found:
        result = run(gpulint, *arguments)
        said = (result.stdout + result.stderr).rstrip("\n").split("\n")
        if not is_quoted(quoted, said):
            yield f"{path}:{number}: gpulint {' '.join(arguments)} says something else now:\n" + "\n".join(said[:len(quoted)])


def unmet(gpulint, arguments):
    """What the programs that a report is about are found to have in spite of their comments."""
    for path in (ROOT / argument for argument in arguments if argument.endswith(".cu")):
        yield from check_findings(gpulint, path, known_rules(gpulint), report_schema())


def check_outputs(gpulint, update):
    strays = {path.name for path in GOLDEN.glob("*.out")} - set(OUTPUTS)
    for name in sorted(strays):
        yield f"{name}: no report is kept in this file"
    for name, arguments in OUTPUTS.items():
        result = run(gpulint, *arguments)
        # The version is not what these reports are about.
        output = re.sub(r'"version": "[^"]*"', '"version": "…"', result.stdout) + result.stderr
        output += f"exit code {result.returncode}\n"
        for internal in internal_names(output):
            yield f"{name}: the report has the internal name {internal}"
        kept = GOLDEN / name
        if kept.exists() and kept.read_text() == output:
            continue
        problems = list(unmet(gpulint, arguments)) if update else []
        if problems:
            yield from [*problems, f"{name}: not updated, for the program says otherwise"]
        elif update:
            kept.write_text(output)
        else:
            (pathlib.Path.cwd() / name).write_text(output)
            yield (f"{name}: gpulint {' '.join(arguments)} says something else now: compare {kept} with "
                   f"{pathlib.Path.cwd() / name}; --update takes it over")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    findings = kinds.add_parser("findings")
    findings.add_argument("gpulint")
    findings.add_argument("files", nargs="+", type=pathlib.Path)
    kinds.add_parser("documents").add_argument("gpulint")
    outputs = kinds.add_parser("outputs")
    outputs.add_argument("gpulint")
    outputs.add_argument("--update", action="store_true")
    options = parser.parse_args()
    gpulint = str(pathlib.Path(options.gpulint).resolve())
    if options.kind in ("outputs", "documents"):
        skip_without_compiler(gpulint)
    if options.kind == "outputs":
        problems = list(check_outputs(gpulint, options.update))
    elif options.kind == "documents":
        problems = list(check_documents(gpulint))
    else:
        schema, rules = report_schema(), known_rules(gpulint)
        if any(needs_compiler(path, rules) for path in options.files):
            skip_without_compiler(gpulint)
        problems = [one for path in options.files for one in check_findings(gpulint, path, rules, schema)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
