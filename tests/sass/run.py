#!/usr/bin/env python3
"""Every exact figure of these programs agrees with the instructions that the compiler makes (see sass.py).

    run.py GPULINT COUNTS WHEELS ARCH FILE...      exit status 77: there is no compiler

COUNTS is the path of sass_counts. WHEELS is where setup.sh unpacks NVIDIA's wheels. nvcc compiles where there is a toolkit, NVRTC
elsewhere. What is known to be wrong, and is not mended yet, stands in known/: what of that is right is reported too."""
import collections
import functools
import os
import sys
import tempfile

import nvrtc
import sass

COMPILES_ALL = "sm_90"
FOLDER = os.path.dirname(os.path.abspath(__file__))


def short(path):
    return "/".join(path.split(os.sep)[-2:])


def known_list(arch):
    """What the compiler does before it comes to machine code is of two kinds, one of them since sm_100."""
    return f"known/{'since' if int(arch.removeprefix('sm_')) >= 100 else 'before'}_sm_100.txt"


def known_wrong(arch, files):
    """Of these files."""
    with open(os.path.join(FOLDER, known_list(arch))) as file:
        named = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    return {name for name in named if name.split(" ")[0] in map(short, files)}


def name_of(path, disagreement):
    """As it stands in the list."""
    return f"{short(path)} {disagreement.kernel} line {disagreement.line}: {disagreement.space} {disagreement.kind}"


def compile_apart(compile_file, counts, sources, arch, folder):
    """The code of each source that is for this architecture; of the others what the compiler complains of."""
    for number, source in enumerate(sources):
        cubin = os.path.join(folder, f"{number}.cubin")
        problem = compile_file(source, cubin, arch)
        yield source, sass.NotCompiled(problem) if problem else sass.Code(counts, cubin)


def compile_all(nvcc, library, gpulint, counts, sources, arch, folder):
    """As compile_apart."""
    if not nvcc:
        return dict(compile_apart(functools.partial(nvrtc.compile_file, library, gpulint), counts, sources, arch, folder))
    try:
        return sass.compile_together(nvcc, counts, sources, arch, folder)
    except sass.NotCompiled:    # at least one of them
        return dict(compile_apart(functools.partial(sass.compile_file, nvcc), counts, sources, arch, folder))


def main():
    if len(sys.argv) < 6 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    gpulint, counts, wheels, arch, files = *sys.argv[1:5], sys.argv[5:]
    nvcc = sass.find_tool("nvcc")
    library = None if nvcc else nvrtc.find_library([os.path.join(wheels, "nvidia", "cu13", "lib")])
    if not nvcc and not library:
        print("SKIPPED: there is no compiler")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        compare_all(gpulint, compile_all(nvcc, library, gpulint, counts, files, arch, folder), arch, nvcc or library)


def compare_all(gpulint, codes, arch, compiler):
    known, seen, wrong, compared = known_wrong(arch, codes), set(), 0, 0
    skipped, of_other = collections.Counter(), 0
    for path, code in codes.items():
        if isinstance(code, sass.NotCompiled):
            if arch == COMPILES_ALL:
                raise code
            of_other += 1
            print(f"{path} is not for {arch}: {str(code).splitlines()[0]}")
            continue
        found, places, skipped_here = sass.compare(gpulint, code, path, arch)
        skipped += skipped_here
        compared += places
        for disagreement in found:
            name = name_of(path, disagreement)
            seen.add(name)
            wrong += name not in known
            print(f"{name}: exact {disagreement.reported}, made {disagreement.made}{' (known)' if name in known else ''}")
    if of_other == len(codes):
        print(f"SKIPPED: the compiler knows no {arch}")
        sys.exit(77)
    for name in sorted(known - seen):
        print(f"{name}: right by now, or no longer reported; take it out of {known_list(arch)}")
    print(f"{arch}: {compared} places compared, {wrong} wrong, {len(known & seen)} known to be, by {compiler}")
    if skipped:
        print("not compared:", ", ".join(f"{count} {why}" for why, count in sorted(skipped.items())))
    if not compared:
        sys.exit("nothing was compared")
    sys.exit(1 if wrong or known - seen else 0)


if __name__ == "__main__":
    main()
