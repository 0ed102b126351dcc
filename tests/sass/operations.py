"""What SASS instructions that compute do, for one lane of a warp: see warp.py, whose methods read and write its registers."""
import math
import re
import struct

LANES = 32
WORD = 0xffffffff


class Unknown(Exception):
    """What is not known here."""


def signed(number, bits=32):
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> bits - 1 else number


def bits_of(real, form="f"):
    try:
        return int.from_bytes(struct.pack("<" + form, real), "little")
    except OverflowError:
        return bits_of(math.copysign(math.inf, real), form)


def real_of(bits, form="f"):
    size = struct.calcsize(form)
    return struct.unpack("<" + form, (bits & (1 << 8 * size) - 1).to_bytes(size, "little"))[0]


def is_predicate(operand):
    return re.fullmatch(r"!?U?P[\dT]", operand) is not None


def is_number(operand):
    return re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", operand) is not None


def integer(warp, operand, lane, size=4):
    """With the signs that stand before it."""
    if is_number(operand):
        return warp.read(operand, lane, size)
    value = warp.read(operand.lstrip("-~|").rstrip("|"), lane, size)
    if "|" in operand:
        value = abs(signed(value, 8 * size))
    if operand.startswith("-"):
        value = -value
    return (~value if operand.startswith("~") else value) & (1 << 8 * size) - 1


def real(warp, operand, lane, form="f"):
    if re.fullmatch(r"[+-]?(INF|QNAN|\d+(\.\d*)?(e[+-]?\d+)?)", operand):
        return float(operand.replace("QNAN", "nan"))
    value = real_of(warp.read(operand.lstrip("-|").rstrip("|"), lane, struct.calcsize(form)), form)
    value = abs(value) if "|" in operand else value
    return -value if operand.startswith("-") else value


def move(warp, i, lane):
    warp.write(i.operands[0], lane, integer(warp, i.operands[1], lane))


def load_constant(warp, i, lane):
    size = 8 if "64" in i.modifiers else 4
    warp.write(i.operands[0], lane, warp.read(i.operands[1], lane, size), size)


def special(warp, i, lane):
    warp.write(i.operands[0], lane, lane if i.operands[1] in ("SR_TID.X", "SR_LANEID") else 0)


def zero(warp, i, lane):
    warp.write(i.operands[0], lane, 0, 4 if "32" in i.modifiers else 8)


def half_constants(warp, i, lane):
    if i.operands[1:3] != ["-RZ", "RZ"]:
        raise Unknown(i.name)
    high, low = (bits_of(float(o), "e") for o in i.operands[3:5])
    warp.write(i.operands[0], lane, high << 16 | low)


def add(warp, i, lane):
    target, *rest = i.operands
    carries_out = [o for n, o in enumerate(rest) if is_predicate(o) and not any(not is_predicate(p) for p in rest[:n])]
    carries_in = [o for o in rest[len(carries_out):] if is_predicate(o)]
    total = sum(warp.holds(o, lane) for o in carries_in)
    for operand in rest[len(carries_out):]:
        if is_predicate(operand):
            continue
        # What is taken away is its complement and one, which carries if it is zero; of the upper half the one is the carry.
        is_less = operand.startswith("-") and not is_number(operand)
        one = is_less and "X" not in i.modifiers
        total += (~warp.read(operand[1:], lane) & WORD) + 1 if one else integer(warp, operand, lane)
    warp.write(target, lane, total)
    for n, predicate in enumerate(carries_out):
        warp.decide(predicate, lane, total >> 32 > n)


def multiply_add(warp, i, lane):
    target, *rest = i.operands
    carry = rest.pop(0) if is_predicate(rest[0]) else "PT"
    a, b = (integer(warp, o, lane) for o in rest[:2])
    if "U32" not in i.modifiers:
        a, b = signed(a), signed(b)
    if "WIDE" in i.modifiers:
        total = (a * b & (1 << 64) - 1) + integer(warp, rest[2], lane, 8)
        warp.write(target, lane, total, 8)
        warp.decide(carry, lane, total >> 64)
        return
    if "HI" in i.modifiers:   # of a sum of 64 bits
        warp.write(target, lane, a * b + integer(warp, rest[2], lane, 8) >> 32)
        return
    total = a * b + integer(warp, rest[2], lane)
    warp.write(target, lane, total + (warp.holds(rest[3], lane) if "X" in i.modifiers else 0))


def scaled_add(warp, i, lane):
    target, *rest = i.operands
    carry = rest.pop(0) if is_predicate(rest[0]) else "PT"
    shift = next(n for n in (2, 3) if is_number(rest[n]))
    by = int(rest[shift], 0)
    if "HI" not in i.modifiers:
        total = (integer(warp, rest[0], lane) << by & WORD) + integer(warp, rest[1], lane)
        warp.write(target, lane, total)
        warp.decide(carry, lane, total >> 32)
        return
    low = warp.read(rest[0], lane)
    wide = signed(low) if "SX32" in i.modifiers else low | (warp.read(rest[2], lane) << 32 if shift == 3 else 0)
    carried = "X" in i.modifiers and warp.holds(rest[shift + 1], lane)
    warp.write(target, lane, (wide << by >> 32) + integer(warp, rest[1], lane) + carried)


def logic(warp, i, lane):
    operands = list(i.operands)
    predicate = operands.pop(0) if is_predicate(operands[0]) else "PT"
    a, b, c = (integer(warp, o, lane) for o in operands[1:4])
    table, value = int(operands[4], 0), 0
    for row in range(8):
        if table >> row & 1:
            value |= (a if row & 4 else ~a) & (b if row & 2 else ~b) & (c if row & 1 else ~c)
    warp.write(operands[0], lane, value)
    warp.decide(predicate, lane, value & WORD)


def predicate_logic(warp, i, lane):
    row = sum(warp.holds(o, lane) << 2 - n for n, o in enumerate(i.operands[2:5]))
    for n in range(2):
        warp.decide(i.operands[n], lane, int(i.operands[5 + n], 0) >> row & 1)


def shift(warp, i, lane):
    low, by, high = (integer(warp, o, lane) for o in i.operands[1:4])
    wide = any(m in ("U64", "S64") for m in i.modifiers)
    by = by & (63 if wide else 31) if "W" in i.modifiers else min(by, 63 if wide else 32)
    both = low | high << 32
    if "S64" in i.modifiers or "S32" in i.modifiers:
        both = signed(both, 64)
    if "L" in i.modifiers:
        value = both << by
        value = value >> 32 if "HI" in i.modifiers else value
    elif "HI" in i.modifiers and not wide:
        value = (signed(high) if "S32" in i.modifiers else high) >> by
    else:
        value = both >> by
        value = value >> 32 if "HI" in i.modifiers else value
    warp.write(i.operands[0], lane, value)


COMPARISONS = {"LT": lambda a, b: a < b, "LE": lambda a, b: a <= b, "GT": lambda a, b: a > b, "GE": lambda a, b: a >= b,
               "EQ": lambda a, b: a == b, "NE": lambda a, b: a != b}
COMBINATIONS = {"AND": lambda a, b: a and b, "OR": lambda a, b: a or b, "XOR": lambda a, b: a != b}


def decide_both(warp, i, lane, outcome):
    combine = next(COMBINATIONS[m] for m in i.modifiers if m in COMBINATIONS)
    other = warp.holds(i.operands[4], lane)
    warp.decide(i.operands[0], lane, combine(bool(outcome), other))
    warp.decide(i.operands[1], lane, combine(not outcome, other))


def compare(warp, i, lane):
    a, b = (integer(warp, o, lane) for o in i.operands[2:4])
    if "U32" not in i.modifiers:
        a, b = signed(a), signed(b)
    outcome = COMPARISONS[i.modifiers[0]](a, b)
    if "EX" in i.modifiers:   # of the upper halves; what the lower ones came to is an operand
        lower = warp.holds(i.operands[5], lane)
        outcome = lower if a == b else outcome
    decide_both(warp, i, lane, outcome)


def compare_reals(form):
    def run(warp, i, lane):
        a, b = (real(warp, o, lane, form) for o in i.operands[2:4])
        is_unordered, name = a != a or b != b, i.modifiers[0]
        if name in ("NUM", "NAN"):
            outcome = is_unordered == (name == "NAN")
        else:
            outcome = name.endswith("U") if is_unordered else COMPARISONS[name[:2]](a, b)
        decide_both(warp, i, lane, outcome)
    return run


def select(warp, i, lane):
    warp.write(i.operands[0], lane, integer(warp, i.operands[1 if warp.holds(i.operands[3], lane) else 2], lane))


def least_or_most(warp, i, lane):
    a, b = (integer(warp, o, lane) for o in i.operands[1:3])
    if "U32" not in i.modifiers:
        a, b = signed(a), signed(b)
    warp.write(i.operands[0], lane, (min if warp.holds(i.operands[3], lane) else max)(a, b))


def of_reals(form, count, function):
    def run(warp, i, lane):
        value = function(*(real(warp, o, lane, form) for o in i.operands[1:1 + count]))
        warp.write(i.operands[0], lane, bits_of(value, form), struct.calcsize(form))
    return run


def of_integer(warp, i, lane):
    value = integer(warp, i.operands[1], lane)
    value = value if "U32" in i.modifiers else signed(value)
    form = "d" if "F64" in i.modifiers else "f"
    warp.write(i.operands[0], lane, bits_of(float(value), form), struct.calcsize(form))


def of_real(warp, i, lane):
    """Between reals: the modifiers name what it becomes, then what it was."""
    to, former = ["fd"["F64" == m] for m in i.modifiers if m in ("F32", "F64")]
    warp.write(i.operands[0], lane, bits_of(real(warp, i.operands[1], lane, former), to), struct.calcsize(to))


def to_integer(warp, i, lane):
    """The modifiers name what it becomes, then what it was, then where it is rounded to."""
    kinds = [m for m in i.modifiers if re.fullmatch(r"[FUS](8|16|32|64)", m)]
    to, form = (kinds[0] if kinds and kinds[0][0] in "US" else "S32"), "d" if "F64" in kinds else "f"
    value, bits = real(warp, i.operands[1], lane, form), int(to[1:])
    round_to = {"TRUNC": math.trunc, "FLOOR": math.floor, "CEIL": math.ceil}.get(next((m for m in i.modifiers if m in ("TRUNC", "FLOOR", "CEIL")), ""), round)
    least, most = (0, (1 << bits) - 1) if to[0] == "U" else (-1 << bits - 1, (1 << bits - 1) - 1)
    number = 0 if value != value else max(least, min(most, round_to(max(-1e30, min(1e30, value)))))
    warp.write(i.operands[0], lane, number, max(bits // 8, 4))


def reciprocal(warp, i, lane):
    if i.modifiers[0] != "RCP":
        raise Unknown(f"MUFU {i.modifiers[0]}")
    value = real(warp, i.operands[1], lane)
    warp.write(i.operands[0], lane, bits_of(1 / value if value else math.copysign(math.inf, value)))


def least_or_most_real(warp, i, lane):
    a, b = (real(warp, o, lane) for o in i.operands[1:3])
    least = warp.holds(i.operands[3], lane)
    warp.write(i.operands[0], lane, bits_of(b if a != a else a if b != b else (min if least else max)(a, b)))


def permute(warp, i, lane):
    both = warp.read(i.operands[1], lane) | warp.read(i.operands[3], lane) << 32
    choice, value = warp.read(i.operands[2], lane), 0
    for n in range(4):
        byte = both >> 8 * (choice >> 4 * n & 7) & 255
        if choice >> 4 * n & 8:
            byte = 255 if byte & 128 else 0
        value |= byte << 8 * n
    warp.write(i.operands[0], lane, value)


OPERATIONS = {
    "MOV": move, "R2UR": move, "LDC": load_constant, "S2R": special, "S2UR": special, "CS2R": zero, "HFMA2": half_constants,
    "IADD3": add, "VIADD": add, "IMAD": multiply_add, "LEA": scaled_add, "LOP3": logic, "PLOP3": predicate_logic, "SHF": shift,
    "ISETP": compare, "FSETP": compare_reals("f"), "DSETP": compare_reals("d"), "SEL": select, "FSEL": select,
    "IMNMX": least_or_most, "VIMNMX": least_or_most, "PRMT": permute, "I2F": of_integer, "F2F": of_real, "I2FP": of_integer,
    "F2I": to_integer, "MUFU": reciprocal, "FMNMX": least_or_most_real,
    "FADD": of_reals("f", 2, lambda a, b: a + b), "FMUL": of_reals("f", 2, lambda a, b: a * b),
    "FFMA": of_reals("f", 3, lambda a, b, c: a * b + c), "DADD": of_reals("d", 2, lambda a, b: a + b),
    "DMUL": of_reals("d", 2, lambda a, b: a * b), "DFMA": of_reals("d", 3, lambda a, b, c: a * b + c),
}
OPERATIONS.update({"U" + name: OPERATIONS[name] for name in
                   ("MOV", "LDC", "IADD3", "IMAD", "LEA", "LOP3", "PLOP3", "SHF", "ISETP", "SEL", "PRMT")})
