#!/usr/bin/env python3
"""Checks that the code of each folder includes only headers of its own and of those that it may use.

    layers.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

# From the bottom up: a folder, and the ones below it that it may use. All may use analyzer/support.
MAY_USE = {
    "analyzer/support": "",
    "analyzer/ir": "",
    "analyzer/code": "ir",
    "analyzer/data": "ir",
    "analyzer/frontend": "ir",
    "analyzer/codegen": "ir",
    "analyzer/codegen/sass": "",
    "analyzer/codegen/execute": "codegen codegen/sass",
    "analyzer/model": "ir code data codegen codegen/execute codegen/sass",
    "analyzer/eval": "ir code data model",
    "kernels": "model",
    "rules": "model kernels",
    "runtime_check": "ir frontend codegen eval model runtime_check/run runtime_check/inject",
    "runtime_check/run": "codegen",
    "runtime_check/inject": "codegen runtime_check/run",
    "cli": "ir frontend codegen eval model kernels rules runtime_check",
}
INCLUDE = re.compile(r'^#include "(.+)/[^/"]+"', re.MULTILINE)


def folder_of(path, folders):
    """The innermost of the folders that the path lies in, by its name as includes have it."""
    while path not in folders and "/" in path:
        path = path.rpartition("/")[0]
    return path


def main():
    root = Path(sys.argv[1])
    names = {folder.removeprefix("analyzer/"): folder for folder in MAY_USE}
    checked, wrong = 0, []
    for folder in MAY_USE:
        for source in sorted((root / folder).rglob("*.[ch]")):
            path = source.relative_to(root)
            if folder_of(str(path.parent), MAY_USE) != folder:
                continue
            own = folder.removeprefix("analyzer/")
            allowed = {own, "support", *MAY_USE[folder].split()}
            checked += 1
            for include in INCLUDE.findall(source.read_text()):
                if folder_of(include, names) not in allowed:
                    wrong.append(f"{path} includes a header of {include}/, which {folder}/ may not use")
    print("\n".join(wrong) or f"{checked} files include only what they may")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
