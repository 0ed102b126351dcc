#!/usr/bin/env python3
"""Checks that what is built loads its libraries from folders that are the same wherever it is run: the folder that somebody is
in may be full of another's files. Skipped without readelf.

    loaded.py BUILD_DIR WHEELS      WHEELS: the folder of what is NVIDIA's
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

LISTED = re.compile(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]")
SKIPPED = 77


def is_linked(path):
    """Whether it is a program or a shared library."""
    with path.open("rb") as file:
        head = file.read(18)
    return head[:4] == b"\x7fELF" and int.from_bytes(head[16:18], sys.byteorder) in (2, 3)


def main():
    build, wheels = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if not shutil.which("readelf"):
        print("there is no readelf")
        return SKIPPED
    checked, wrong = 0, []
    for path in sorted(build.rglob("*")):
        if not path.is_file() or path.is_relative_to(wheels) or not is_linked(path):
            continue
        section = subprocess.run(["readelf", "--wide", "--dynamic", path], capture_output=True, text=True, check=True).stdout
        checked += 1
        for folders in LISTED.findall(section):
            if not all(folder.startswith(("/", "$ORIGIN")) for folder in folders.split(":")):
                wrong.append(f"{path.relative_to(build)} loads from '{folders}'")
    print("\n".join(wrong) or f"{checked} programs and libraries load from folders of their own")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
