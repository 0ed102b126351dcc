#!/usr/bin/env python3
"""Every exact figure of these programs agrees with the instructions that the compiler makes (see sass.py).

    run.py GPULINT WHEELS FILE...      exit status 77: there is no compiler, or no disassembler

WHEELS is where setup.sh unpacks NVIDIA's wheels. nvcc compiles where there is a toolkit, NVRTC elsewhere."""
import collections
import os
import sys

import nvrtc
import sass


def main():
    if len(sys.argv) < 4 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    gpulint, wheels, files = sys.argv[1], os.path.join(sys.argv[2], "nvidia", "cu13"), sys.argv[3:]
    nvcc, nvdisasm = sass.find_tool("nvcc"), sass.find_tool("nvdisasm", [os.path.join(wheels, "bin")])
    library = None if nvcc else nvrtc.find_library([os.path.join(wheels, "lib")])
    if not nvdisasm or not (nvcc or library):
        print("SKIPPED: there is no", "compiler" if nvdisasm else "nvdisasm")
        sys.exit(77)

    def compile_file(source, cubin):
        if nvcc:
            return sass.compile_file(nvcc, source, cubin)
        return nvrtc.compile_file(library, gpulint, source, cubin)

    wrong = compared = 0
    skipped = collections.Counter()
    for path in files:
        found, places, skipped_here = sass.compare(gpulint, compile_file, nvdisasm, path)
        skipped += skipped_here
        compared += places
        wrong += len(found)
        for disagreement in found:
            print(f"{path}: {disagreement}")
    print(f"{compared} places compared, {wrong} wrong, by {nvcc or library}")
    if skipped:
        print("not compared:", ", ".join(f"{count} {why}" for why, count in sorted(skipped.items())))
    if not compared:
        sys.exit("nothing was compared")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
