#!/usr/bin/env python3
"""Checks that the code of each folder includes only headers of its own folder and of those that it may use, and that the paths
in comments exist.

    layers.py SOURCE_DIR
"""
import os
import re
import sys
from pathlib import Path

# From the bottom up: a folder, and the folders above it in this table that it may use. All may use analyzer/support, and may
# leave out `analyzer/`, as includes do. A folder that is not listed may not have code. `NAME/*` is each folder in NAME; these
# may not use each other.
TABLE = """
analyzer/support:
analyzer/ir:
analyzer/analysis: ir
analyzer/domain: ir
analyzer/sampling:

analyzer/frontend/unit: ir
analyzer/frontend/text: frontend/unit
analyzer/frontend/classes: ir frontend/unit
analyzer/frontend/lower: ir frontend/unit frontend/text frontend/classes
analyzer/frontend: ir frontend/unit frontend/text frontend/classes frontend/lower

analyzer/codegen/source: ir
analyzer/codegen/worker:
analyzer/codegen: codegen/source codegen/worker
analyzer/codegen/sass:
analyzer/codegen/execute: domain codegen codegen/sass

analyzer/model: ir analysis domain
analyzer/model/compiled: ir analysis domain codegen codegen/sass codegen/execute model

analyzer/eval/state: ir analysis domain model
analyzer/eval/order: ir analysis domain model eval/state
analyzer/eval/host: ir analysis domain model eval/state
analyzer/eval/language: ir analysis domain model eval/state eval/order eval/host
analyzer/eval/builtin: ir analysis domain model eval/state eval/order eval/host eval/language
analyzer/eval/bytecode: ir analysis domain eval/state eval/language eval/builtin
analyzer/eval/loop: ir analysis sampling model eval/state eval/order eval/host eval/language eval/bytecode
analyzer/eval/grid: analysis domain sampling model eval/state eval/order eval/loop
analyzer/eval/guard: ir eval/state eval/language
analyzer/eval/launch: ir analysis domain model eval/state eval/host eval/language eval/grid eval/guard
analyzer/eval: ir model eval/state eval/host eval/builtin eval/bytecode eval/launch

kernels: model
kernels/calibrate:
kernels/plot:
rules: model kernels
rules/*: model rules

runtime_check/run: codegen codegen/worker
runtime_check/inject: runtime_check/run
runtime_check: model codegen/source codegen/worker runtime_check/inject

cli/report: model
cli: ir frontend codegen codegen/worker model model/compiled eval kernels kernels/calibrate kernels/plot rules runtime_check cli/report
"""

# Not in the table: headers of the programs that are analysed, which are data here.
NO_CODE = ("analyzer/frontend/headers",)

SUFFIXES = {".c", ".h", ".def", ".inc"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"', re.MULTILINE)
# Strings and character constants match first, without a group: they may contain what looks like a comment.
COMMENT = re.compile(r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(/\*.*?\*/|//[^\n]*)''', re.DOTALL)
PATH = re.compile(r"(?<![\w./-])(?:\w+/)+\w+\.[ch]\b")


def read_table(text):
    """The rows as {folder: folders that it may use}, and what is wrong with the table."""
    rows, wrong = {}, []
    for line in text.splitlines():
        folder, colon, used = line.partition(":")
        if not colon:
            continue
        if folder in rows:
            wrong.append(f"the table lists {folder}/ twice")
        allowed = set()
        for name in used.split():
            name = name if name in rows else f"analyzer/{name}"
            if name not in rows:
                wrong.append(f"the table lets {folder}/ use {name.removeprefix('analyzer/')}/, which is not above it")
            allowed.add(name)
        rows[folder] = allowed | {"analyzer/support"}
    return rows, wrong


def row_of(folder, rows):
    """The table's row for a folder; None: it has none."""
    if folder in rows:
        return folder
    inner = f"{os.path.dirname(folder)}/*"
    return inner if inner in rows else None


def folders_with_code(root, rows, no_code):
    """Each folder with code in the top folders of the table, and its files."""
    for top in sorted({folder.partition("/")[0] for folder in rows}):
        for path, inner, names in os.walk(root / top):
            folder = os.path.relpath(path, root)
            inner[:] = sorted(name for name in inner if f"{folder}/{name}" not in no_code)
            files = [Path(path, name) for name in sorted(names) if Path(name).suffix in SUFFIXES]
            if files:
                yield folder, files


def folder_of_include(root, folder, include):
    """The folder of an included file, as the compiler finds it: in the folder of the file that includes it, or in the include path."""
    for base in (folder, "", "analyzer"):
        path = os.path.normpath(os.path.join(base, include))
        if (root / path).is_file():
            return os.path.dirname(path)
    return None


def stale_paths(root, text):
    """The paths of C files in comments, relative to the root or to analyzer/, that do not exist."""
    paths = [path for comment in COMMENT.findall(text) for path in PATH.findall(comment)]
    return [path for path in paths if not any((root / base / path).is_file() for base in ("", "analyzer"))]


def check(root, table=TABLE, no_code=NO_CODE):
    """The number of files that were checked, and what is wrong."""
    rows, wrong = read_table(table)
    checked, listed = 0, set()
    for folder, files in folders_with_code(root, rows, no_code):
        row = row_of(folder, rows)
        listed.add(row)
        if not row:
            wrong.append(f"{folder}/ has code and is not in the table")
            continue
        for file in files:
            checked += 1
            text = file.read_text()
            wrong += [f"{file.relative_to(root)} names {path} in a comment, which does not exist" for path in stale_paths(root, text)]
            for include in INCLUDE.findall(text):
                used = folder_of_include(root, folder, include)
                if used is None:
                    wrong.append(f"{file.relative_to(root)} includes {include}, which is in none of the folders")
                elif used != folder and used not in rows[row]:
                    wrong.append(f"{file.relative_to(root)} includes {include}, but {folder}/ may not use {used}/")
    wrong += [f"the table lists {folder}/, which has no code" for folder in rows if folder not in listed]
    return checked, wrong


def main():
    checked, wrong = check(Path(sys.argv[1]))
    print("\n".join(wrong) or f"{checked} files include only what they may, and name only files that exist")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
