"""What the compiler makes of a CUDA source, and how gpulint's exact figures compare with it.

An exact site says how many instructions of what width the launch's warps execute on a line. The engine that runs machine code
(sass_counts) goes through all blocks of the launch with its arguments, and counts the same. Where the launch is too long for that, its
first block is run, and what a warp executes is compared. Memory is unknown at first, which is the fastest to run. If an access then
depends on it, memory holds small numbers made of its addresses: what exact figures say does not depend on it. Where the engine does not
know even so, what stands there is compared: instructions once each, in code that control passes once, else their widths alone.
"""
import collections
import json
import math
import os
import re
import shutil
import subprocess
import tempfile

MOST_STEPS = 20_000_000     # instructions of warps, of a launch that is run as a whole
UNKNOWN, SAMPLED = "unknown", "sampled"     # what memory holds


class NotCompiled(Exception):
    """What the compiler complains of."""


def find_tool(name, folders=()):
    """The path of one of the toolkit's programs, or None: in these folders, on the PATH, or where toolkits are installed."""
    toolkits = [os.path.join(os.environ[v], "bin") for v in ("CUDA_PATH", "CUDA_HOME") if v in os.environ]
    for folder in [*folders, None, *toolkits, "/usr/local/cuda/bin"]:
        path = shutil.which(name, path=folder)
        if path:
            return path
    return None


def compile_file(nvcc, source, cubin, arch):
    """What the compiler complains of; empty if it made a cubin."""
    done = subprocess.run([nvcc, "-w", f"-arch={arch}", "-O3", "-lineinfo", "-std=c++17", "-cubin", "-o", cubin, source],
                          capture_output=True, text=True)
    return done.stderr + done.stdout if done.returncode else ""


def namespace_of(number):
    return f"program_{number}"


def unit_of(sources):
    """The text of a translation unit of all these programs, each in a namespace of its own: the compiler reads the headers of the
    standard library once, which takes it longer than most of the programs."""
    texts = [open(source).read() for source in sources]
    headers = sorted({header for text in texts for header in re.findall(r"^\s*#\s*include\s*(<[^>]+>)", text, re.M)})
    unit = "".join(f"#include {header}\n" for header in headers)
    for number, (source, text) in enumerate(zip(sources, texts)):
        unit += f'namespace {namespace_of(number)} {{\n#include "{os.path.abspath(source)}"\n}}\n'
        unit += "".join(f"#undef {macro}\n" for macro in re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M))
    return unit


def names_of(symbol):
    """The namespaces of a function and its name, each of which stands behind its length in the symbol (Itanium C++ ABI)."""
    names, at = [], len("_ZN") if symbol.startswith("_ZN") else len("_Z")
    while symbol.startswith("_Z") and (length := re.match(r"L?(\d+)", symbol[at:])):
        begin = at + length.end()
        at = begin + int(length[1])
        names.append(symbol[begin:at])
        if not symbol.startswith("_ZN"):
            break
    return names or [symbol]


class Disagreement(collections.namedtuple("Disagreement", "kernel line kind space reported made")):
    def __str__(self):
        return f"{self.kernel} line {self.line}: {self.space} {self.kind}: exact {self.reported}, made {self.made}"


# ---- what a launch executes ----

def argument(number, value):
    """What the engine is reported of it; None: nothing, as of records. Reals are texts too; what pointers point to lies anywhere."""
    if isinstance(value, str) and value.endswith(" bytes)"):
        return (number + 1) << 40
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return value if isinstance(value, (int, float)) else None


def warps_of_block(launch):
    block = launch["block"]
    return -(-block[0] * block[1] * block[2] // 32)


def blocks_of(launch):
    grid = launch["grid"]
    return grid[0] * grid[1] * grid[2]


class Tool:
    """The engine's counts of a cubin's kernels."""

    def __init__(self, path, cubin):
        self.path, self.cubin = path, cubin

    def functions(self):
        listed = subprocess.run([self.path, self.cubin], capture_output=True, text=True, check=True)
        return listed.stdout.split()

    def run(self, function, launch, memory, blocks=None):
        asked = {"grid": launch["grid"], "block": launch["block"], "dynamic_shared": launch.get("dynamic_shared") or 0, "skip": True,
                 "sample": memory == SAMPLED, "steps": MOST_STEPS, "arguments": [argument(n, value) for n, value in enumerate(launch["arguments"].values())]}
        if blocks:
            asked["blocks"] = blocks
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(asked, file)
            file.flush()
            done = subprocess.run([self.path, self.cubin, function, file.name], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)


class Executed(collections.namedtuple("Executed", "instructions warps is_followed")):
    """The instructions with their counts, of how many warps those are, and whether all of these came to their ends."""


def is_compared(instruction):
    return instruction["kind"] in ("load", "store", "atomic") and instruction["space"] in ("global", "shared", "generic")


def is_settled(run, blocks):
    """Whether all blocks came to their ends, and no count of an access depends on what memory holds."""
    return run["done"] == blocks and not any(i["doubtful"] for i in run["instructions"] if is_compared(i))


def executed_with(tool, function, launch, memory):
    """The counts, and whether they are settled."""
    first = tool.run(function, launch, memory, [[0, 0, 0]])
    steps = sum(i["issued"] for i in first["instructions"])
    if memory == UNKNOWN and not is_settled(first, 1):
        return None, False
    if first["done"] and steps * blocks_of(launch) <= MOST_STEPS:
        whole = tool.run(function, launch, memory) if blocks_of(launch) > 1 else first
        return Executed(whole["instructions"], warps_of_block(launch) * blocks_of(launch), whole["done"] == blocks_of(launch)), \
            is_settled(whole, blocks_of(launch))
    # Where its neighbour does otherwise the first block does not stand for all.
    neighbour = [int(launch["grid"][0] > 1), int(launch["grid"][0] == 1 < launch["grid"][1]), 0]
    other = tool.run(function, launch, memory, [neighbour])
    for own, beside in zip(first["instructions"], other["instructions"]):
        own["unlike"] = own["warps"] != beside["warps"]
    return Executed(first["instructions"], warps_of_block(launch), first["done"] == 1), is_settled(other, 1)


def executed(tool, function, launch):
    counts, settled = executed_with(tool, function, launch, UNKNOWN)
    return counts if settled else executed_with(tool, function, launch, SAMPLED)[0]


# ---- what gpulint tells ----

def requests_told(sites):
    """How many requests of each width."""
    widths = collections.Counter()
    for site in sites:
        widths[site["width"]] += round(site["predicted"]["requests"])
    return +widths


def by_warp(widths, warps):
    """Of some, warps that do not come there make no request."""
    return {width: math.ceil(count / warps - 1e-6) for width, count in widths.items() if count}


def is_of_unlike_warps(of_line, counts, launch):
    """Whether what the first block does says nothing of how often all warps come there."""
    warps = warps_of_block(launch) * blocks_of(launch)
    requests = requests_told(of_line).values()
    return counts.warps != warps and any(count > warps and count % warps for count in requests)


def why_not(of_line, here, counts, launch):
    """Why the sites and instructions of a line are not compared; None: they are."""
    if any(site["standing"] != "exact" for site in of_line):
        return "not exact"
    if is_of_unlike_warps(of_line, counts, launch):
        return "not the same in all warps"
    if any(i.get("unlike") for i in here):
        return "not the same in all blocks"
    if any(site["space"] not in ("global", "shared") for site in of_line) or any(i["space"] == "generic" for i in here):
        return "generic"
    return None


def is_at(instruction, file, line):
    """The first line of a chain is the place itself; the others are calls that brought it here."""
    return bool(instruction["lines"]) and instruction["lines"][0][1] == line \
        and os.path.basename(instruction["lines"][0][0]) == os.path.basename(file)


def agree(reported, made, is_in_pieces):
    """Of a record that moves in several pieces a site tells the width of the widest."""
    if reported == made or not is_in_pieces or not reported or not made or "some" in reported.values():
        return reported == made
    return sum(reported.values()) == sum(made.values()) and max(reported) == max(made) and len(reported) < len(made)


def figures(of_space, accesses, counts, launch):
    """By width, what is reported and what is made, so far as both can be said."""
    warps = warps_of_block(launch) * blocks_of(launch)
    reported = requests_told(of_space)
    if counts.is_followed and not any(i["doubtful"] for i in accesses):
        made = collections.Counter()
        for i in accesses:
            made[i["width"]] += i["warps"]
        made = +made
        return (reported, made) if counts.warps == warps else (by_warp(reported, warps), by_warp(made, counts.warps))
    reported, made = by_warp(reported, warps), collections.Counter(i["width"] for i in accesses)
    if any(i["loop"] for i in accesses):
        return dict.fromkeys(reported, "some"), dict.fromkeys(made, "some")
    return reported, made


def compare_kernel(kernel, tool, function):
    """For each line and kind: what disagrees in a space, None, or why nothing was compared."""
    launch = kernel["launches"][0]
    counts = executed(tool, function, launch)
    sites = collections.defaultdict(list)
    for site in launch["sites"]:
        if site["kind"] in ("load", "store", "atomic"):
            sites[site["file"], site["line"], site["kind"]].append(site)
    unreached = {(access["file"], access["line"]) for access in kernel["unreached"]}
    for (file, line, kind), of_line in sites.items():
        here = [i for i in counts.instructions if i["kind"] in ("load", "store", "atomic") and is_at(i, file, line)]
        why = "not reached as a whole" if (file, line) in unreached else why_not(of_line, here, counts, launch)
        if why:
            yield why
            continue
        for space in sorted({site["space"] for site in of_line}):
            of_space = [site for site in of_line if site["space"] == space]
            reported, made = figures(of_space, [i for i in here if i["kind"] == kind and i["space"] == space], counts, launch)
            in_pieces = len(reported) == 1 and any(site["predicted"]["requests"] > warps_of_block(launch) * blocks_of(launch) for site in of_line)
            yield None if agree(reported, made, in_pieces) else Disagreement(kernel["name"], line, kind, space, dict(reported), dict(made))


def lint(gpulint, source, arch):
    # What NVRTC's code determines, where these instructions are nvcc's.
    done = subprocess.run([gpulint, "--arch", arch, "--format", "json", "--fail-on", "never", source], capture_output=True,
                          text=True)
    return json.loads(done.stdout)


class Code:
    """The kernels of a cubin by their names, of those in the namespace, if there is one."""

    def __init__(self, counts, cubin, namespace=None):
        self.tool, self.functions = Tool(counts, cubin), collections.defaultdict(list)
        for function in self.tool.functions():
            *namespaces, name = names_of(function)
            if not namespace or namespaces[:1] == [namespace]:
                self.functions[name].append(function)


def compile_together(nvcc, counts, sources, arch, folder):
    """The code of each source."""
    unit, cubin = os.path.join(folder, "unit.cu"), os.path.join(folder, "unit.cubin")
    with open(unit, "w") as file:
        file.write(unit_of(sources))
    problem = compile_file(nvcc, unit, cubin, arch)
    if problem:
        raise NotCompiled(problem)
    return {source: Code(counts, cubin, namespace_of(number)) for number, source in enumerate(sources)}


def compare(gpulint, code, source, arch="sm_90"):
    """The disagreements of a source's kernels with their code, in how many places something was compared, and how often it was not,
    by why."""
    found, skipped = [], collections.Counter()
    for kernel in lint(gpulint, source, arch)["kernels"]:
        made = code.functions[kernel["name"]]
        # Instances of a template are not reported apart by their names.
        if len(made) != 1 or not kernel["launches"]:
            skipped["kernels without a launch or with namesakes"] += 1
            continue
        for result in compare_kernel(kernel, code.tool, made[0]):
            if isinstance(result, str):
                skipped[result] += 1
            else:
                found.append(result)
    return [d for d in found if d], len(found), skipped
