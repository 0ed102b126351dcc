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
BUILT_IN_HEADERS = "analyzer/frontend/headers"    # CUDA and C++, laid out for the reader of a diagnostic


def main():
    root = Path(sys.argv[1])
    tool = shutil.which("clang-format-22")
    if not tool:
        print("clang-format-22 is not installed: apt-get install clang-format-22")
        return 77
    sources = [source for folder in FOLDERS for source in sorted((root / folder).rglob("*.[ch]"))
               if BUILT_IN_HEADERS not in source.as_posix()]
    mode = ["-i"] if "--write" in sys.argv else ["--dry-run", "-Werror"]
    return subprocess.run([tool, *mode, *sources], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
