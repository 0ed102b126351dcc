#!/usr/bin/env python3
"""The decoder of machine code agrees with nvdisasm about every instruction of programs that nvcc compiles for all architectures.

    decode.py DUMP_SASS WHEELS [--all] [--jobs N] [FILE...]     exit status 77: there is no nvcc, or no nvdisasm

Of each instruction: mnemonic, guard, memory space, width and address, target of a jump, and the registers read and written, of
which nvdisasm tells the first in the instruction's text, and how many in its table of live registers.

Without FILE: tests/sass/decode/*.cu, which hold together all mnemonics that compilers are known to make of CUDA C++ and PTX, in one
module for each of MAIN, the first architectures of their families; and for the others, which differ from those by next to
nothing, ONE_FILE. With --all each file for each architecture."""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import sass

HERE = os.path.dirname(os.path.abspath(__file__))
MAIN = ["75", "80", "90a", "100a", "120a"]
OTHERS = ["86", "87", "89", "103a", "110a", "121a"]
ONE_FILE = ["tensor.cu"]

BANKS = {"GPR": "R", "UGPR": "UR", "PRED": "P", "UPRED": "UP"}
SPACES = {
    "generic": "LD ST ATOM CCTL",
    "global": "LDG STG ATOMG RED REDG LDGMC",
    "local": "LDL STL",
    "constant": "LDC ULDC LDCU",
    "texture": "TEX TLD TLD4 TXD TXQ TMML TEXD SULD SUST SURED",
    "tensor": "LDTM STTM",
    "global shared": "LDGSTS UTMALDG",
    "shared global": "UTMASTG UTMAREDG",
    "shared": "LDS STS ATOMS LDSM STSM STAS REDAS SYNCS ARRIVES UMEMSETS UGETNEXTWORKID",
}
SPACE_OF = {root: space.split() for space, roots in SPACES.items() for root in roots.split()}
SIZED = set("LD ST LDG STG LDS STS LDL STL LDC ULDC LDCU ATOM ATOMG ATOMS RED REDG LDGSTS LDSM STSM STAS REDAS LDGMC".split())
BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "S64": 8, "U64": 8, "F64": 8, "128": 16, "256": 32, "F16x4": 8, "BF16x4": 8,
         "F32x2": 8, "F32x4": 16, "F16x8": 16, "BF16x8": 16, "16": 2}
TEXTURES = {"TEX", "TLD", "TLD4", "TXD", "TXQ"}
JUMPS = {"BRA", "CALL", "BSSY", "WARPSYNC"}
# Of these the table has other than the text: of a call all that it may change, of those that move all predicates none.
MOVE_PREDICATES = {"P2R", "R2P", "UP2UR", "UR2UP"}
NO_TABLE = {"CALL", *MOVE_PREDICATES}
REGISTER = re.compile(r"(?<![A-Za-z0-9_.$])(U?R|U?P)(\d+)(?![A-Za-z0-9_$])")


class Instruction:
    def __init__(self, pc, predicate, opcode, operands):
        self.pc, self.predicate, self.opcode, self.operands = pc, predicate, opcode, operands
        self.root, *self.suffixes = opcode.split(".")
        self.table = None


def disassembled(nvdisasm, cubin):
    """Sections, in their order: lists of instructions."""
    document = json.loads(subprocess.run([nvdisasm, "-json", cubin], capture_output=True, text=True, check=True).stdout)
    table = live_registers(subprocess.run([nvdisasm, "-c", "-plr", cubin], capture_output=True, text=True, check=True).stdout)
    return sections_of(document, table)


def sections_of(document, table):
    sections, starts, last = {}, {}, None
    for function in document[1]:
        name = ".text." + function["function-name"]
        # What lies in another function's section follows that one.
        last = name if name in table else last
        section = sections.setdefault(last, {})
        starts.setdefault(last, {})[function["function-name"]] = function["start"]
        for number, it in enumerate(function["sass-instructions"]):
            pc = function["start"] + 16 * number
            section[pc] = Instruction(pc, it.get("predicate", ""), it["opcode"], it.get("operands", ""))
            section[pc].table = table[last].get(pc)
    return sections, starts


def live_registers(text):
    """Of each section, of each instruction, of each bank: the registers written, and those read."""
    table, section, banks, columns = {}, None, [], None
    for line in text.split("\n"):
        start = re.match(r"\s*\.section\s+\"?(\.text\.[^,\"]+)", line)
        if start:
            section, columns = table.setdefault(start.group(1), {}), None
        code, _, cells = line.rpartition("// |")
        if not code or section is None:
            continue
        cells = cells.split("|")
        if "GPR" in cells[0] and not re.search(r"/\*[0-9a-f]{4,}\*/", code):
            banks = [BANKS[cell.strip()] for cell in cells if cell.strip() in BANKS]
        elif re.match(r"\s*#", cells[0]):
            columns = [{match.end() - 1: int(match.group()) for match in re.finditer(r"\d+", cell)} for cell in cells]
        elif columns and (place := re.search(r"/\*([0-9a-f]{4,})\*/", code)):
            section[int(place.group(1), 16)] = marks(banks, columns, cells)
    return table


def marks(banks, columns, cells):
    written, read = set(), set()
    for bank, places, cell in zip(banks, columns, cells):
        for place, number in places.items():
            mark = cell[place] if place < len(cell) else " "
            if mark in "^x":
                written.add(f"{bank}{number}")
            if mark in "vx":
                read.add(f"{bank}{number}")
    return written, read


class Decoded:
    """A line of dump_sass."""

    def __init__(self, line):
        pc, self.root, guard, *fields = line.split(" ")
        self.pc, self.guard = int(pc, 16), guard[1:]
        self.accesses = [field[2:].split(":") for field in fields if field.startswith("m=")]
        values = dict(field.split("=", 1) for field in fields)
        self.target = int(values["t"]) if "t" in values else None
        self.constant = values.get("c")
        self.written, self.written_first = registers(values["w"])
        self.read, self.read_first = registers(values["r"])


def registers(text):
    names, first = set(), set()
    for item in filter(None, text.split(",")):
        bank, number, count = re.fullmatch(r"([A-Z]+)(\d+):(\d+)", item).groups()
        first.add(bank + number)
        names |= {f"{bank}{int(number) + i}" for i in range(int(count))}
    return names, first


def guard_of(predicate):
    """P2R's operand PR is reported as a guard too."""
    return predicate.lstrip("@") if predicate not in ("", "PR") else "P7"


def normal_guard(text):
    return text.replace("PT", "P7")


def named_registers(it):
    """Those that an instruction's text names."""
    text = it.operands.replace(".reuse", "")
    if it.root == "R2P":
        text = text.split(",", 1)[1]
    return {bank + number for bank, number in REGISTER.findall(text)}


def bytes_of(it):
    if it.root in ("LDSM", "STSM"):
        return 4 * next((int(suffix) for suffix in it.suffixes if suffix in ("2", "4")), 1)
    sizes = [BYTES[suffix] for suffix in it.suffixes if suffix in BYTES]
    return sizes[-1] if sizes else 4


def address_of(it):
    """Register, scale, uniform register, offset of the brackets; of two pairs of them both."""
    found = []
    text = re.sub(r"desc\[UR\w+\]", "", it.operands)
    for inside in re.findall(r"\[([^\]]*)\]", text):
        place = {"R": 255, "scale": 1, "UR": 255, "offset": 0}
        for term in inside.split("+"):
            name, *parts = term.strip().split(".")
            if re.fullmatch(r"U?R\d+", name):
                place[name.rstrip("0123456789")] = int(name.lstrip("UR"))
                place["scale"] = next((int(part[1:]) for part in parts if re.fullmatch(r"X\d+", part)), place["scale"])
            elif re.fullmatch(r"-?0x[0-9a-f]+", name):
                place["offset"] = int(name, 16)
        found.append((place["R"], place["scale"], place["UR"], place["offset"]))
    return found


def memory_errors(it, decoded):
    spaces = SPACE_OF.get(it.root)
    if not spaces and it.root not in ("UBLKCP", "UBLKRED"):
        return
    if it.root in ("UBLKCP", "UBLKRED"):
        to, source = it.suffixes[:2]
        spaces = [{"G": "global", "S": "shared"}[letter] for letter in (source, to)]
    if it.root == "CCTL" and "LDCU" in it.suffixes:
        spaces = ["constant"]
    reported = [access[0] for access in decoded.accesses]
    if reported != spaces:
        yield f"space {reported}, not {spaces}"
        return
    if it.root in SIZED and int(decoded.accesses[0][2]) != bytes_of(it):
        yield f"{decoded.accesses[0][2]} bytes, not {bytes_of(it)}"
    yield from address_errors(it, decoded, spaces)


def address_errors(it, decoded, spaces):
    if spaces == ["constant"] and it.root != "CCTL":
        bank, offset = re.search(r"c\[(\w+)\]\[(?:U?R\w+\+?)?(-?0x[0-9a-f]+)?\]", it.operands).groups()
        if decoded.constant.split(":")[:2] != [str(int(bank, 16)), str(int(offset or "0", 16))]:
            yield f"constant {decoded.constant}"
        return
    if spaces[0] in ("texture", "tensor") or it.root.startswith("U"):
        return
    places = address_of(it)
    if it.root == "LDGSTS":
        places.reverse()
    for access, place in zip(decoded.accesses, places):
        register, scale = re.fullmatch(r"R(\d+)\*(\d+)\.\d", access[3]).groups()
        uniform = re.match(r"UR(\d+)", access[4]).group(1)
        reported = (int(register), int(scale), int(uniform), int(access[5]))
        if reported != place:
            yield f"address {reported}, not {place}"


def target_errors(it, decoded, starts):
    if it.root not in JUMPS:
        return
    last = it.operands.split(",")[-1].strip()
    if it.root == "CALL" and ("ABS" in it.suffixes or it.operands.startswith("R")):
        expected = None
    elif it.root == "WARPSYNC" and "COLLECTIVE" not in it.suffixes:
        expected = None
    else:
        expected = starts[last] if last in starts else int(last, 16)
    if decoded.target != expected:
        yield f"target {decoded.target}, not {expected}"


def register_errors(it, decoded, sm):
    guard = {it.predicate.lstrip("@!")} & {f"{bank}{i}" for bank in ("P", "UP") for i in range(7)}
    named, reported = named_registers(it), decoded.written_first | decoded.read_first
    if named - decoded.read - decoded.written:
        yield f"named {sorted(named - reported)} are neither read nor written"
    if it.table is None or it.root in NO_TABLE:
        # The descriptor on sm_80 need not be named.
        hidden = {name for name in reported - guard - named if not name.startswith("UR")}
        if hidden and it.root not in MOVE_PREDICATES:
            yield f"not named: {sorted(hidden)}"
        return
    written, read = it.table
    told_written, told_read = in_table(decoded.written, sm), in_table(decoded.read, sm)
    if it.root in TEXTURES and sm >= 100:
        # Of four channels the table has three, and of TLD's handle on sm_120 one register.
        differs = not written <= told_written or len(told_written - written) > 1 or not read <= told_read or len(told_read - read) > 1
    else:
        differs = (told_written != written and it.root != "LDGSTS") or told_read != read
    if differs:
        yield f"writes {sorted(decoded.written)}, reads {sorted(decoded.read)}, not {sorted(written)}, {sorted(read)}"


def in_table(names, sm):
    """The table has no uniform registers from 63 on, and on sm_87 not the one that tells whether a debugger is there."""
    return {name for name in names if not (name.startswith("UR") and (int(name[2:]) >= 63 or (sm == 87 and name == "UR2")))}


def errors_of(it, decoded, starts, sm):
    if decoded.root != it.root:
        yield f"is {decoded.root}"
        return
    if normal_guard(guard_of(it.predicate)).replace("U", "") != decoded.guard.replace("U", ""):
        yield f"guard {decoded.guard}"
    yield from memory_errors(it, decoded)
    yield from target_errors(it, decoded, starts)
    yield from register_errors(it, decoded, sm)


class Result:
    def __init__(self):
        self.compared = self.unknown = 0
        self.wrong, self.unknown_names, self.mnemonics = [], collections.Counter(), set()

    def add(self, other):
        self.compared += other.compared
        self.unknown += other.unknown
        self.wrong += other.wrong
        self.unknown_names += other.unknown_names
        self.mnemonics |= other.mnemonics


def compare(dump, sections, starts, name, sm):
    result, section = Result(), None
    for line in dump.split("\n"):
        if line.startswith("section "):
            section = line[8:]
        elif line and section in sections:
            decoded = Decoded(line)
            it = sections[section].get(decoded.pc)
            if it is None:
                continue
            result.compared += 1
            result.mnemonics.add(it.opcode.split(".")[0])
            if decoded.root == "?":
                result.unknown += 1
                result.unknown_names[it.root] += 1
                continue
            for error in errors_of(it, decoded, starts[section], sm):
                result.wrong.append(f"{name} {section}+{decoded.pc:#x}: {it.predicate} {it.opcode} {it.operands}: {error}")
    return result


def compile_module(nvcc, files, architecture, folder):
    """A module of all the files' kernels: one is compiled that includes them."""
    source, cubin = os.path.join(folder, f"all_{architecture}.cu"), os.path.join(folder, f"all_{architecture}.cubin")
    with open(source, "w") as out:
        out.writelines(f'#include "{os.path.abspath(path)}"\n' for path in files)
    options = ["-std=c++17", "-w", "-cubin", f"-arch=sm_{architecture}"]
    done = subprocess.run([nvcc, *options, "-o", cubin, source], capture_output=True, text=True)
    return cubin if done.returncode == 0 else done.stderr


def check(arguments, nvcc, nvdisasm, architecture, files, folder):
    cubin = compile_module(nvcc, files, architecture, folder)
    if not os.path.exists(cubin):
        return cubin
    sm = int(architecture.rstrip("a"))
    dump = subprocess.run([arguments.dump_sass, cubin, str(sm)], capture_output=True, text=True, check=True).stdout
    return compare(dump, *disassembled(nvdisasm, cubin), f"sm_{architecture}", sm)


def chosen(arguments):
    """Pairs of architecture and files."""
    files = arguments.files or sorted(glob.glob(os.path.join(HERE, "decode", "*.cu")))
    if arguments.all:
        return [(architecture, [path]) for architecture in MAIN + OTHERS for path in files]
    some = [path for path in files if os.path.basename(path) in ONE_FILE] or files
    return [(architecture, files) for architecture in MAIN] + [(architecture, some) for architecture in OTHERS]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump_sass")
    parser.add_argument("wheels")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    nvcc, nvdisasm = sass.find_tool("nvcc"), sass.find_tool("nvdisasm", [os.path.join(arguments.wheels, "nvidia", "cu13", "bin")])
    if not nvcc or not nvdisasm:
        print("SKIPPED: there is no", "nvdisasm" if nvcc else "nvcc")
        sys.exit(77)
    total, failed = Result(), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as executor:
        work = [(architecture, files, tempfile.mkdtemp(dir=folder)) for architecture, files in chosen(arguments)]
        for (architecture, files, _), result in zip(work, executor.map(lambda it: check(arguments, nvcc, nvdisasm, *it), work)):
            if isinstance(result, str):
                print(f"sm_{architecture}: {' '.join(files)} does not compile:\n{result}")
                failed += 1
            else:
                total.add(result)
    print("\n".join(total.wrong))
    print(f"{total.compared} instructions of {len(total.mnemonics)} mnemonics compared, {len(total.wrong)} wrong, {total.unknown} unknown",
          ", ".join(f"{count} {name}" for name, count in total.unknown_names.most_common()))
    sys.exit(1 if total.wrong or failed or not total.compared or total.unknown * 100 > total.compared else 0)


if __name__ == "__main__":
    main()
