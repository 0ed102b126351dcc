#!/usr/bin/env python3
"""Checks the pages that list constants, docs/predictions/heuristics.md and limits.md, against the code.

    constants.py SOURCE_DIR

A row of a table with a column `constant` names constants and their file in that cell: "`ONE`, `TWO` in `analyzer/eval/x.c`". The
file must define them, and their values must be the numbers in the cell before. 1/8 is the divisor 8 or the share 0.125. Of an
array, the cell may quote a part.

In FOLDERS, each constant whose value is a number must be in such a row, unless it is a CAPACITY, or its name is in the table
"Constants that are no heuristics" of heuristics.md.
"""
import re
import sys
from pathlib import Path

PAGES = ["docs/predictions/heuristics.md", "docs/predictions/limits.md"]
# The folders, and what counts as a constant there. Most enumerations of rules and below are encodings.
FOLDERS = {"analyzer/eval": "enum const define", "analyzer/model": "enum const define", "analyzer/sampling": "enum const define",
           "rules": "const define"}
# The most of something that gpulint keeps or follows. What is beyond becomes unknown, or is not listed; nothing is guessed.
CAPACITY = re.compile(r"(MOST|DEEPEST|LONGEST|LARGEST)(_[A-Z_]+)?$")

TYPE = r"(?:double|float|u?int\d*_t|int|unsigned|size_t)"
DECLARATION = re.compile(r"\b(?:const double|static const " + TYPE + r")\s+(\w+\s*(?:\[[^;=]*\])*\s*=[^;]*);")
ENUMERATION = re.compile(r"\benum\s*\{([^{}]*)\}\s*;")
DEFINITION = re.compile(r"^#define (\w+) (.+)$", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])(?:(1)/(\d+)|(\d{1,3}(?: \d{3})+|\d+(?:\.\d+)?)( [KMG]iB|%)?)(?![\w])")
UNITS = {None: 1, " KiB": 1 << 10, " MiB": 1 << 20, " GiB": 1 << 30, "%": 0.01}


def without_comments(text):
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.DOTALL)


def value_of(expression):
    """The number that an expression of literals has; None: it has other names in it, or is none."""
    text = re.sub(r"\bU?INT64_C\b|\(\s*(?:double|u?int\d*_t|size_t|unsigned)\s*\)", "", expression)
    text = re.sub(r"\b(0x[0-9a-fA-F]+|[\d.]+(?:e-?\d+)?)[uUlLfF]*\b", r"\1", text).strip()
    if not re.fullmatch(r"(?:0x[0-9a-fA-F]+|[\d.]+(?:e-?\d+)?|<<|[-+*/() ])+", text) or not re.search(r"\d", text):
        return None
    return eval(text)  # noqa: S307: digits and operators only


def split(text):
    """At commas outside of brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "({[") - (char in ")}]")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def constants_of(text, kinds="enum const define"):
    """{name: list of values}. The value of an array is the tuple of its numbers."""
    text = without_comments(text)
    entries = []
    if "enum" in kinds:
        entries += [entry for match in ENUMERATION.finditer(text) for entry in split(match.group(1))]
    if "const" in kinds:
        entries += [entry for match in DECLARATION.finditer(text) for entry in split(match.group(1))]
    if "define" in kinds:
        entries += [f"{match.group(1)} = {match.group(2)}" for match in DEFINITION.finditer(text)]
    found = {}
    for entry in entries:
        name, equals, expression = (part.strip() for part in entry.partition("="))
        if not equals:
            continue
        array = re.match(r"(\w+)\s*\[", name)
        if array:
            numbers = (value_of(part) for part in re.split(r"[{},]", expression))
            value, name = tuple(number for number in numbers if number is not None), array.group(1)
        else:
            value = value_of(expression)
        if value is not None and value != ():
            found.setdefault(name, []).append(value)
    return found


def numbers_in(cell):
    """For each number of the text, the values that it may stand for."""
    return [(int(match.group(2)), 1 / int(match.group(2))) if match.group(1) else
            (float(match.group(3).replace(" ", "")) * UNITS[match.group(4)],) for match in NUMBER.finditer(cell)]


def rows(text):
    """(line, cells by the column's name) of all tables."""
    header = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            header = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if header is None:
            header = cells
        elif not set(line) <= set("|- "):
            yield number, dict(zip(header, cells)), header


def is_one_of(value, numbers):
    return any(abs(value - other) <= 1e-9 * abs(other) for number in numbers for other in number)


def check_row(root, cells, header):
    """({(file, name)}, what is wrong) of a row."""
    match = re.fullmatch(r"((?:`\w+`(?:, )?)+) in `([^`]+)`", cells["constant"])
    if not match:
        return set(), ["the cell is not “`NAME` in `FILE`”"]
    names, path = re.findall(r"\w+", match.group(1)), match.group(2)
    if not (root / path).is_file():
        return set(), [f"there is no {path}"]
    defined, wrong = constants_of((root / path).read_text()), []
    numbers, values = numbers_in(cells[header[header.index("constant") - 1]]), []
    for name in names:
        if name not in defined:
            wrong.append(f"{path} defines no {name} by a number")
            continue
        for value in defined[name]:
            values += value if isinstance(value, tuple) else [value]
            if not isinstance(value, tuple) and not is_one_of(value, numbers):
                wrong.append(f"{name} is {value:.10g} in {path}")
    if not wrong:
        # The page may quote a part of an array, but has no further numbers.
        wrong = [f"no constant of the row is {number[0]:.10g}" for number in numbers
                 if not any(is_one_of(value, [number]) for value in values)]
    return {(path, name) for name in names}, wrong


def check(root):
    listed, others, wrong = set(), set(), []
    for page in PAGES:
        for number, cells, header in rows((root / page).read_text()):
            if "constants" in header:
                others |= set(re.findall(r"`(\w+)`", cells["constants"]))
            if "constant" not in header or not cells["constant"]:
                continue
            names, problems = check_row(root, cells, header)
            wrong += [f"{page}:{number}: {problem}" for problem in problems]
            listed |= names
    seen = set()
    for folder, kinds in FOLDERS.items():
        for path in sorted((root / folder).rglob("*.[ch]")):
            file = path.relative_to(root).as_posix()
            for name in constants_of(path.read_text(), kinds):
                seen.add(name)
                if (file, name) not in listed and name not in others and not CAPACITY.match(name):
                    wrong.append(f"{file}: {name} is in none of {', '.join(PAGES)}")
    wrong += [f"{PAGES[0]}: {name} is no constant of {', '.join(FOLDERS)}" for name in sorted(others - seen)]
    return len(listed), wrong


def main():
    checked, wrong = check(Path(sys.argv[1]))
    for line in wrong:
        print(line)
    if not wrong:
        print(f"{checked} constants are as the pages say")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
