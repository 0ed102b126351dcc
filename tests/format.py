#!/usr/bin/env python3
"""Checks that every C source and header is formatted as .clang-format says.

    format.py SOURCE_DIR [--write]

--write formats them. Exit code 77: clang-format 22 is not installed.
"""
import shutil
import subprocess
import sys
from pathlib import Path

FOLDERS = ["analyzer", "cli", "kernels", "rules", "runtime_check", "tests"]
# CUDA and C++ headers, laid out for the reader of a diagnostic, and programs whose lines tests name.
OTHERS = ["analyzer/frontend/headers", "tests/golden"]


def main():
    root = Path(sys.argv[1])
    tool = shutil.which("clang-format-22")
    if not tool:
        print("clang-format-22 is not installed: apt-get install clang-format-22")
        return 77
    sources = [source for folder in FOLDERS for source in sorted((root / folder).rglob("*.[ch]"))
               if not any(other in source.as_posix() for other in OTHERS)]
    mode = ["-i"] if "--write" in sys.argv else ["--dry-run", "-Werror"]
    return subprocess.run([tool, *mode, *sources], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
