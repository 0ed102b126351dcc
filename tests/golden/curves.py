#!/usr/bin/env python3
"""The tables of measured curves in the documentation, against the shipped profile.

A row whose first cell is an effect's name in backticks has that curve's ratios (its cycles, where it has those) at the
degrees in the table's first row; an empty cell is a degree that is not measured. Every effect has such a row in docs/measuring.
So does every rule's page, except those of rules whose cost no reference kernel measures (WITHOUT_CURVES). The text of a rule's
page states no times, because nothing keeps them true. A unit after the name, as in "`pageable-to-host`, ideal GB/s", asks for
that figure instead.

usage: curves.py [--update]    --update writes the profile's figures into the tables
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROFILE = ROOT / "kernels" / "profiles" / "h200.json"
# What these find no reference kernel has: calls of host code, what is wrong, a value's way through memory, and what the compiler makes.
WITHOUT_CURVES = {
    "allocation-in-loop", "atomic-scope", "cas-loop", "copy-in-loop", "divergent-barrier", "invalid-access",
    "launch-bounds", "launch-overhead", "memory-round-trip", "pageable-async-copy",
    "serialized-streams", "shared-race", "sync-in-loop", "tail-wave", "transfer-bound", "unchecked-launch",
    "unfused-multiply", "unprefetched-managed", "unsynchronized-timing", "zero-copy",
}
PAGES = sorted(ROOT.glob("rules/*/page.md"))
MEASURING = sorted(ROOT.glob("docs/measuring/*.md"))
DOCUMENTS = [*MEASURING, *PAGES]


def figure_text(value):
    """Three digits, as far as they were measured."""
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


FIGURES = {
    None: lambda point: point.get("cycles", point["ratio"]),
    "GB/s": lambda point: point["ideal_gbs"] / point["ratio"],
    "ideal GB/s": lambda point: point["ideal_gbs"],
    "µs": lambda point: point["us"],
    "ideal µs": lambda point: point["ideal_us"],
}


def curve_figures(curve, figure):
    return {point["degree"]: figure_text(figure(point)) for point in curve["points"]}


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rewritten(text, curves):
    """The text with its rows as the profile has them, and the effects that have one."""
    lines, rows, degrees = [], set(), []
    for line in text.split("\n"):
        cells = cells_of(line) if line.startswith("|") else []
        effect = re.fullmatch(r"`([a-z0-9-]+)`(?:, (\S.*))?", cells[0]) if cells else None
        if not cells:
            degrees = []
        elif not degrees:
            degrees = cells[1:]
        if effect and degrees and all(degree.isdigit() for degree in degrees):
            figures = curve_figures(curves[effect[1]], FIGURES[effect[2]])
            line = "| " + " | ".join([cells[0], *(figures.get(int(degree), "") for degree in degrees)]) + " |"
            rows.add(effect[1])
        lines.append(line)
    return "\n".join(lines), rows


def typed_times(text):
    """Lines outside tables that state a time in figures."""
    return [line for line in text.split("\n") if not line.startswith("|") and re.search(r"\d\s*(µs|us|microseconds)\b", line)]


def rests_on_curves(rule):
    """Whether the rule's cost is one of the reference kernels': not that of host code, nor what must not be done at all."""
    return rule not in WITHOUT_CURVES


def main():
    curves = {curve["effect"]: curve for curve in json.loads(PROFILE.read_text())["curves"]}
    wrong, described = [], set()
    for path in DOCUMENTS:
        text = path.read_text()
        try:
            expected, rows = rewritten(text, curves)
        except KeyError as missing:
            wrong.append(f"{path}: the profile has no {missing}")
            continue
        if not rows and path.name == "page.md" and rests_on_curves(path.parent.name):
            wrong.append(f"{path}: no measured curve")
        if path in MEASURING:
            described |= rows
        if path in PAGES:
            wrong += [f"{path}: a time that no curve gives: {line}" for line in typed_times(text)]
        if "--update" in sys.argv[1:]:
            path.write_text(expected)
        elif expected != text:
            pairs = zip(text.split("\n"), expected.split("\n"))
            wrong += [f"{path}: has {old}\n{path}: not {new}" for old, new in pairs if old != new]
    wrong += [f"docs/measuring: no row of {effect}" for effect in sorted(curves.keys() - described)]
    print("\n".join(wrong) if wrong else "the tables agree with the profile")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
