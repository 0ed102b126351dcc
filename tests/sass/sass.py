"""What nvcc makes of a CUDA source, and how gpulint's exact figures compare with it.

An exact site says how many instructions of what width a warp executes on a line. In code that control passes once, that is
how many of them stand there, so far as every side of every branch has lanes; a function that is called counts once for each
of its calls. How often a loop goes round its instructions does not say: a launch of one warp goes through them (see warp.py), and
lines that have some there are compared by what was counted on the way, as are those of which copies stand on several ways; where
that cannot be done, by the widths of their instructions alone.
"""
import collections
import json
import math
import os
import re
import shutil
import subprocess
import tempfile

import operations
import warp

# By mnemonic: what gpulint calls the access. Generic ones may be either, and are compared with nothing; an asynchronous
# copy is told by its load.
ACCESSES = {
    "LDG": ("load", "global"), "STG": ("store", "global"), "LDS": ("load", "shared"), "STS": ("store", "shared"),
    "ATOMG": ("atomic", "global"), "ATOM": ("atomic", "global"), "RED": ("atomic", "global"), "REDG": ("atomic", "global"),
    "ATOMS": ("atomic", "shared"), "LD": ("load", "generic"), "ST": ("store", "generic"), "LDGSTS": ("load", "global"),
}
WIDTHS = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "F64": 8, "128": 16}
PLACE = re.compile(r'//## File "([^"]*)", line (\d+)( inlined)?')
INSTRUCTION = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?\s*([A-Z0-9]+)((?:\.\w+)*)\s*(.*?);")
LABEL = re.compile(r"^(\.L_\w+):")
FUNCTION = re.compile(r"^(\$\S+):")
CALL = re.compile(r"\bCALL\b.*`\((\$\S+)\)")
SECTION = re.compile(r"^\.text\.(\w+):")


class Instruction(collections.namedtuple("Instruction", "kernel file line kind space width")):
    pass


class Made(collections.namedtuple("Made", "instructions loops lines parameters")):
    """Of a kernel: its instructions that access memory, the places that have some in a loop, its lines, and its parameters."""


def find_tool(name, folders=()):
    """The path of one of the toolkit's programs, or None: in these folders, on the PATH, or where toolkits are installed."""
    toolkits = [os.path.join(os.environ[v], "bin") for v in ("CUDA_PATH", "CUDA_HOME") if v in os.environ]
    for folder in [*folders, None, *toolkits, "/usr/local/cuda/bin"]:
        path = shutil.which(name, path=folder)
        if path:
            return path
    return None


def compile_file(nvcc, source, cubin):
    """What the compiler complains of; empty if it made a cubin."""
    done = subprocess.run([nvcc, "-w", "-arch=sm_90", "-O3", "-lineinfo", "-std=c++17", "-cubin", "-o", cubin, source],
                          capture_output=True, text=True)
    return done.stderr + done.stdout if done.returncode else ""


def width_of(modifiers):
    return next((WIDTHS[m] for m in modifiers.split(".") if m in WIDTHS), 4)


def functions(listing):
    """Of each function, its lines."""
    name, lines = None, []
    for line in listing.splitlines():
        section = SECTION.match(line)
        if section:
            name, lines = section[1], []
        elif name and line.startswith("\t.section"):
            yield name, lines
            name = None
        elif name:
            lines.append(line)
    if name:
        yield name, lines


def in_loops(lines):
    """The numbers of those lines that a jump back goes around."""
    labels, inside = {}, set()
    for number, line in enumerate(lines):
        label = LABEL.match(line)
        if label:
            labels[label[1]] = number
        jump = re.search(r"\bBRA\b.*`\((\.L_\w+)\)", line)
        if jump and jump[1] in labels and number - labels[jump[1]] > 1:
            inside.update(range(labels[jump[1]], number))
    return inside


def parts_of(lines):
    """The kernel's own code, under None, and that of each function that it calls, under its label."""
    parts, name = collections.defaultdict(list), None
    for line in lines:
        label = FUNCTION.match(line)
        name = label[1] if label else name
        parts[name].append(line)
    return parts


def calls_of(lines):
    """How often the lines call each function; math.inf: in a loop."""
    calls, looping = collections.Counter(), in_loops(lines)
    for number, line in enumerate(lines):
        call = CALL.search(line)
        if call:
            calls[call[1]] += math.inf if number in looping else 1
    return calls


def times_of(parts):
    """How often control comes to each part; math.inf: nobody knows."""
    calls = {caller: calls_of(lines) for caller, lines in parts.items()}

    def times(part, within=()):
        if part is None:
            return 1
        if part in within:
            return math.inf
        return sum(count[part] * times(caller, (*within, part)) for caller, count in calls.items() if count[part])

    return {part: times(part) for part in parts}


def places_of(lines):
    """Of each line, the file and the line of the source."""
    place = (None, 0)
    for number, line in enumerate(lines):
        told = PLACE.search(line)
        # The first of a chain is the place itself; the others are calls that brought it here.
        if told and not told[3] or told and told[3] and not PLACE.search(lines[number - 1]):
            place = (told[1], int(told[2]))
        yield place


def read_part(kernel, lines, times):
    found, loops = [], set()
    looping = in_loops(lines)
    for number, (line, place) in enumerate(zip(lines, places_of(lines))):
        instruction = INSTRUCTION.search(line)
        if not instruction or instruction[1] not in ACCESSES:
            continue
        kind, space = ACCESSES[instruction[1]]
        is_repeated = number in looping or times == math.inf
        found += [Instruction(kernel, *place, kind, space, width_of(instruction[2]))] * (1 if is_repeated else times)
        if is_repeated:
            loops.add(place)
    return found, loops


def read_function(kernel, lines):
    """Its instructions that access memory, as often as they are executed, and the places that have some in a loop."""
    found, loops, parts = [], set(), parts_of(lines)
    for part, times in times_of(parts).items():
        found_in_part, loops_in_part = read_part(kernel, parts[part], times)
        found += found_in_part
        loops |= loops_in_part
    return found, loops


def disassemble(nvdisasm, cubin):
    """What was made of each kernel."""
    listing = subprocess.run([nvdisasm, "-g", cubin], capture_output=True, text=True, check=True).stdout
    return {name: Made(*read_function(name, lines), lines, warp.parameters_of(listing, name))
            for name, lines in functions(listing)}


def parameter_bytes(parameters, launch):
    """By offset, or None where a value is not known. What the arguments point to lies anywhere."""
    found = {}
    if len(parameters) != len(launch["arguments"]):
        return None
    for number, value in enumerate(launch["arguments"].values()):
        offset, size = parameters[number]
        if isinstance(value, str) and size == 8:
            value = (number + 1) << 40
        elif isinstance(value, float):
            value = operations.bits_of(value, {4: "f", 8: "d"}[size])
        elif not isinstance(value, int):
            return None
        found.update({offset + i: value >> 8 * i & 255 for i in range(size)})
    return found


def executed(made, launch):
    """How often a launch of one warp executes each access, by its place, kind, space and width; None: that cannot be told."""
    parameters = parameter_bytes(made.parameters, launch) if warps_of(launch) == 1 else None
    if parameters is None:
        return None
    instructions, labels = [], {}
    for line, place in zip(made.lines, places_of(made.lines)):
        label = LABEL.match(line)
        if label:
            labels[label[1]] = len(instructions)
        instruction = warp.read_instruction(line, place)
        if instruction:
            instructions.append(instruction)
    accesses = {name: (lambda modifiers, told=told: (*told, width_of("." + ".".join(modifiers)))) for name, told in ACCESSES.items()}
    try:
        return warp.Warp(instructions, labels, accesses, parameters).run()
    except operations.Unknown:
        return None


def plain_name(symbol):
    mangled = re.match(r"_Z(\d+)", symbol)
    return symbol[mangled.end():mangled.end() + int(mangled[1])] if mangled else symbol


class Disagreement(collections.namedtuple("Disagreement", "kernel line kind space told made")):
    def __str__(self):
        return f"{self.kernel} line {self.line}: {self.space} {self.kind}: exact {self.told}, made {self.made}"


def widths_told(sites, warps):
    """Widths of all instructions that the sites are: of some, warps that do not come there make no request."""
    widths = collections.Counter()
    for site in sites:
        widths[site["width"]] += math.ceil(site["predicted"]["requests"] / warps - 1e-6)
    return +widths


def warps_of(launch):
    block, grid = launch["block"], launch["grid"]
    return -(-block[0] * block[1] * block[2] // 32) * grid[0] * grid[1] * grid[2]


def why_not(of_line, here):
    """Why the sites and instructions of a line are not compared; None: they are."""
    if any(site["standing"] != "exact" for site in of_line):
        return "not exact"
    if any(site["space"] not in ("global", "shared") for site in of_line) or any(i.space == "generic" for i in here):
        return "generic"
    return None


def counted(counts, file, line, kind, space):
    """By width, what was executed there."""
    widths = collections.Counter()
    for (at_file, at_line, at_kind, at_space, width), times in counts.items():
        if (os.path.basename(at_file or ""), at_line, at_kind, at_space) == (os.path.basename(file), line, kind, space):
            widths[width] += times
    return widths


def agree(told, made, is_in_pieces):
    """Of a record that moves in several pieces a site tells the width of the widest."""
    if told == made or not is_in_pieces or not told or not made or "some" in told.values():
        return told == made
    return sum(told.values()) == sum(made.values()) and max(told) == max(made) and len(told) < len(made)


def compare_kernel(kernel, made_of_it):
    """For each line and kind: what disagrees in a space, None, or why nothing was compared."""
    launch = kernel["launches"][0]
    instructions, loops = made_of_it.instructions, made_of_it.loops
    counts = executed(made_of_it, launch)
    sites = collections.defaultdict(list)
    for site in launch["sites"]:
        if site["kind"] in ("load", "store", "atomic"):
            sites[site["file"], site["line"], site["kind"]].append(site)
    unreached = {(access["file"], access["line"]) for access in kernel["unreached"]}
    for (file, line, kind), of_line in sites.items():
        here = [i for i in instructions if i.line == line and os.path.basename(i.file) == os.path.basename(file)]
        why = "not reached as a whole" if (file, line) in unreached else why_not(of_line, here)
        if why:
            yield why
            continue
        for space in sorted({site["space"] for site in of_line}):
            told = widths_told([site for site in of_line if site["space"] == space], warps_of(launch))
            made = collections.Counter(i.width for i in here if i.kind == kind and i.space == space)
            is_in_loop = any((i.file, line) in loops for i in here)
            # Of what stands on several ways, copies that the compiler makes included, a warp may go through one alone.
            if counts is not None:
                made = counted(counts, file, line, kind, space)
            elif is_in_loop:
                told, made = dict.fromkeys(told, "some"), dict.fromkeys(made, "some")
            in_pieces = len(told) == 1 and any(site["predicted"]["requests"] > warps_of(launch) for site in of_line)
            yield None if agree(told, made, in_pieces) else Disagreement(kernel["name"], line, kind, space, dict(told), dict(made))


def lint(gpulint, source):
    done = subprocess.run([gpulint, "--format", "json", "--fail-on", "never", source], capture_output=True, text=True)
    return json.loads(done.stdout)


def compare(gpulint, compile_source, nvdisasm, source):
    """The disagreements of a source's kernels, in how many places something was compared, and how often it was not, by why.

    compile_source(source, cubin) returns what the compiler complains of."""
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "a.cubin")
        problem = compile_source(source, cubin)
        if problem:
            raise RuntimeError(problem)
        made = collections.defaultdict(list)
        for name, read in disassemble(nvdisasm, cubin).items():
            made[plain_name(name)].append(read)
    found, skipped = [], collections.Counter()
    for kernel in lint(gpulint, source)["kernels"]:
        # Instances of a template are not told apart by their names.
        if len(made[kernel["name"]]) != 1 or not kernel["launches"]:
            skipped["kernels without a launch or with namesakes"] += 1
            continue
        for result in compare_kernel(kernel, made[kernel["name"]][0]):
            if isinstance(result, str):
                skipped[result] += 1
            else:
                found.append(result)
    return [d for d in found if d], len(found), skipped
