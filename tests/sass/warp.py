"""One warp goes through a kernel's SASS, as far as that is needed to count how often each access is executed.

Memory that nobody has stored to holds small numbers made of its address: what exact figures say does not depend on it. What
is not known here (an operation, a way of addressing) raises Unknown, and nothing is said of the kernel. Lanes that part wait
for each other where the code says so (BSSY, BSYNC); else those go on that are furthest behind.
"""
import collections
import re

from operations import LANES, OPERATIONS, Unknown

PARAMETERS = 0x210     # where a kernel's parameters begin in constant bank 0, for compute capability 9.0
MOST_STEPS = 300000
IGNORED = {"NOP", "BAR", "WARPSYNC", "MEMBAR", "ERRBAR", "CCTL", "DEPBAR", "YIELD", "BMOV", "CGAERRBAR"}
INSTRUCTION = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(?:@(!?U?P\w+)\s+)?\s*([A-Z0-9_]+)((?:\.\w+)*)\s*(.*?)\s*;")
PARAMETER = re.compile(r"EIATTR_KPARAM_INFO\s.*?\.short\s+(0x\w+)\s+/\*\w+\*/\s+\.short\s+(0x\w+)\s+/\*\w+\*/\s+\.byte\s+([^\n]*)",
                       re.S)


class Instruction(collections.namedtuple("Instruction", "guard name modifiers operands target place")):
    pass


def operands_of(text):
    """Split at the commas that stand in no brackets."""
    return [o.strip().replace(".reuse", "") for o in re.split(r",(?![^\[(]*[\])])", text) if o.strip()]


def read_instruction(line, place):
    found = INSTRUCTION.search(line)
    if not found:
        return None
    target = re.search(r"`\((\S+?)\)", line)
    return Instruction(found[2] or "PT", found[3], found[4].strip(".").split("."), operands_of(found[5]),
                       target[1] if target else None, place)


def parameters_of(listing, kernel):
    """The offset and size of each parameter, by its number, out of the whole cubin's listing."""
    section = re.search(rf"\.section\s+\.nv\.info\.{re.escape(kernel)},.*?(?=\n//-{{10}}|\Z)", listing, re.S)
    found = {}
    for number, offset, packed in PARAMETER.findall(section[0] if section else ""):
        size = sum(int(byte, 0) << 8 * i for i, byte in enumerate(packed.split(","))) >> 18
        found[int(number, 0)] = (int(offset, 0), size)
    return found


class Memory:
    def __init__(self):
        self.bytes = {}

    def byte(self, address):
        number = (address >> 2) * 2654435761 >> 20 & 31
        return self.bytes.get(address, number >> 8 * (address & 3) & 255)

    def load(self, address, count):
        return sum(self.byte(address + i) << 8 * i for i in range(count))

    def store(self, address, count, value):
        for i in range(count):
            self.bytes[address + i] = value >> 8 * i & 255


class Warp:
    """A block of one warp, in a grid of one block. parameters: bytes by their offset."""

    def __init__(self, instructions, labels, accesses, parameters):
        self.instructions, self.labels, self.accesses = instructions, labels, accesses
        self.registers = collections.defaultdict(lambda: [0] * LANES)
        self.uniform = collections.defaultdict(int)
        self.predicates = collections.defaultdict(lambda: [False] * LANES)
        self.constants = {PARAMETERS + offset: byte for offset, byte in parameters.items()}
        for dimension, size in enumerate((LANES, 1, 1, 1, 1, 1)):   # of the block, then of the grid
            self.constants[4 * dimension] = size
        self.spaces = {"global": Memory(), "shared": Memory()}
        self.at, self.waits_at = [0] * LANES, [None] * LANES
        self.alive = set(range(LANES))
        self.barriers = collections.defaultdict(set)
        self.counts = collections.Counter()

    # ---- operands ----

    def constant(self, bank, offset, size):
        if bank:
            return (0x7f0000000000 + bank * 0x1000000 + offset * 0x1000) & (1 << 8 * size) - 1
        return sum(self.constants.get(offset + i, 0) << 8 * i for i in range(size))

    def read(self, operand, lane, size=4):
        """A register, a constant or a number without its sign; of two registers the first is the lower half."""
        operand = re.sub(r"\.(64|H0_H0|U32)$", "", operand)
        if operand in ("RZ", "URZ", "SRZ"):
            return 0
        register = re.fullmatch(r"(U?)R(\d+)", operand)
        if register:
            of = [self.uniform[n] if register[1] else self.registers[n][lane]
                  for n in range(int(register[2]), int(register[2]) + size // 4)]
            return sum(word << 32 * i for i, word in enumerate(of))
        constant = re.fullmatch(r"c\[(\w+)\]\[(.*)\]", operand)
        if constant:
            return self.constant(int(constant[1], 0), self.address(constant[2], lane), size)
        if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", operand):
            return int(operand, 0) & (1 << 8 * size) - 1
        raise Unknown(operand)

    def address(self, text, lane):
        total = 0
        for part in text.split("+"):
            scaled = re.fullmatch(r"(U?R\w+?)(?:\.(64|U32|X\d+))?", part.strip())
            if not scaled:
                total += int(part, 0)
                continue
            by = int(scaled[2][1:]) if scaled[2] and scaled[2].startswith("X") else 1
            total += self.read(scaled[1], lane, 8 if scaled[2] == "64" else 4) * by
        return total

    def write(self, register, lane, value, size=4):
        found = re.fullmatch(r"(U?)R(\d+|Z)(?:\.64)?", register)
        if not found:
            raise Unknown(register)
        for i in range(max(size // 4, 1) if found[2] != "Z" else 0):
            word = value >> 32 * i & 0xffffffff
            if found[1]:
                self.uniform[int(found[2]) + i] = word
            else:
                self.registers[int(found[2]) + i][lane] = word

    def holds(self, predicate, lane):
        name = predicate.lstrip("!")
        value = name in ("PT", "UPT") or self.predicates[name][0 if name.startswith("U") else lane]
        return value != predicate.startswith("!")

    def decide(self, predicate, lane, value):
        if predicate not in ("PT", "UPT"):
            self.predicates[predicate][0 if predicate.startswith("U") else lane] = bool(value)

    # ---- control ----

    def run(self):
        for _ in range(MOST_STEPS):
            if not self.alive:
                return self.counts
            ready = [lane for lane in self.alive if self.waits_at[lane] is None]
            if not ready:
                raise Unknown("lanes that wait for each other")
            place = min(self.at[lane] for lane in ready)
            if place >= len(self.instructions):
                raise Unknown("the end of the code")
            self.step(self.instructions[place], sorted(lane for lane in ready if self.at[lane] == place))
        raise Unknown("a long run")

    def step(self, instruction, here):
        lanes = [lane for lane in here if self.holds(instruction.guard, lane)]
        for lane in here:
            self.at[lane] += 1
        if instruction.name in ("BRA", "EXIT", "BSSY", "BSYNC", "BREAK"):
            self.go(instruction, here, lanes)
        elif instruction.name in self.accesses:
            self.access(instruction, lanes)
        elif instruction.name == "SHFL":
            self.exchange(instruction, lanes)
        elif instruction.name not in IGNORED:
            self.compute(instruction, lanes)

    def go(self, instruction, here, lanes):
        predicates = [o for o in instruction.operands if re.fullmatch(r"!?U?P\w", o)]
        barrier = next((o for o in instruction.operands if re.fullmatch(r"B\d+", o)), None)
        taking = [lane for lane in lanes if all(self.holds(p, lane) for p in predicates)]
        if instruction.name == "BRA" and instruction.target not in self.labels:
            raise Unknown(instruction.target)
        if instruction.name == "BRA":
            for lane in taking:
                self.at[lane] = self.labels[instruction.target]
        elif instruction.name == "EXIT":
            self.alive -= set(taking)
        elif instruction.name == "BSSY":
            self.barriers[barrier] = set(here)
        elif instruction.name == "BREAK":
            self.barriers[barrier] -= set(taking)
        else:
            for lane in self.barriers[barrier] & set(here):
                self.waits_at[lane] = barrier
        self.release()

    def release(self):
        for barrier, members in self.barriers.items():
            waiting = members & self.alive
            if waiting and all(self.waits_at[lane] == barrier for lane in waiting):
                for lane in waiting:
                    self.waits_at[lane] = None
                self.barriers[barrier] = set()

    # ---- instructions ----

    def compute(self, instruction, lanes):
        operation = OPERATIONS.get(instruction.name)
        if not operation:
            raise Unknown(instruction.name)
        is_uniform = instruction.operands and re.match(r"U[RP]", instruction.operands[0])
        for lane in lanes[:1] if is_uniform else lanes:
            operation(self, instruction, lane)

    def access(self, instruction, lanes):
        kind, space, width = self.accesses[instruction.name](instruction.modifiers)
        if not lanes:
            return
        where = next((i for i, o in enumerate(instruction.operands) if re.search(r"\[[^\[\]]*\]$", o)), None)
        if where is None or space not in self.spaces or (kind == "atomic" and where > 2):
            raise Unknown(instruction.name)
        self.counts[(*instruction.place, kind, space, width)] += 1
        for lane in lanes:
            address = self.address(re.search(r"\[([^\[\]]*)\]$", instruction.operands[where])[1], lane)
            if kind == "atomic":   # what lies there then is any number, as before
                if where:
                    self.write(instruction.operands[where - 1], lane, self.loaded(instruction, space, address, width), width)
            elif kind == "load":
                self.write(instruction.operands[0], lane, self.loaded(instruction, space, address, width), width)
            else:
                self.spaces[space].store(address, width, self.read(instruction.operands[-1], lane, max(width, 4)))

    def loaded(self, instruction, space, address, width):
        value = self.spaces[space].load(address, width)
        is_negative = {"S8", "S16"} & set(instruction.modifiers) and value >> 8 * width - 1
        return value - (1 << 8 * width) if is_negative else value

    def exchange(self, instruction, lanes):
        ok, target, source, by = instruction.operands[:4]
        values = {lane: self.read(source, lane) for lane in lanes}
        for lane in lanes:
            number = self.read(by, lane)
            other = {"IDX": number & 31, "BFLY": lane ^ number, "DOWN": lane + number, "UP": lane - number}[instruction.modifiers[0]]
            self.write(target, lane, values.get(other, values[lane]))
            self.decide(ok, lane, other in values)
