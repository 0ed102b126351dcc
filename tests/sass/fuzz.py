#!/usr/bin/env python3
"""Looks for kernels of which gpulint tells something exact that nvcc does otherwise.

    fuzz.py GPULINT [--seed N] [--rounds N] [--kernels N] [--most N] [--counts PATH] [--arch sm_NN]

Makes small kernels at random, compiles them, and compares (see sass.py). What disagrees is made smaller as long as it does,
and printed. Not a test: what is found is for a person to look at. Kernels of what was found and mended are in classes.cu,
which run.py compares.
"""
import argparse
import copy
import os
import random
import re
import subprocess
import sys
import tempfile

import sass

PRELUDE = """\
#include <cuda_runtime.h>
struct pair { int a, b; };
struct trio { float x, y, z; };
struct mixed { float x; int n; double d; };
struct small { short a, b; int c; };
struct bytes { unsigned char r, g, b, a; };
struct __align__(8) wide { float x, y; };
struct __align__(16) quad { int a, b, c, d; };
struct __align__(16) eight { float v[8]; };
struct nest { float2 p; float2 q; };
struct six { int a, b, c, d, e, f; };
union both { float4 v; float f[4]; };
__device__ int table[256];
__device__ float lone;
__device__ __forceinline__ float first(const float *p, int i) {
  return p[i]; }
__device__ int sum(const int *p, int i) {
  return p[i] + p[i + 1]; }
__device__ void swap(int &a, int &b) {
  int t = a;
  a = b;
  b = t; }
template <typename T> __device__ T twice(T v) { return v + v; }
__device__ float len(trio t) { return t.x * t.x + t.y * t.y + t.z * t.z; }
__device__ __forceinline__ void axpy(float *y, const float *x, float a, int i) {
  y[i] += a * x[i]; }
__device__ void scale(trio *t, float by) {
  t->x *= by;
  t->y *= by;
  t->z *= by; }
__device__ float clipped(const float *p, int i, int n) {
  if (i >= n)
    return 0;
  return p[i]; }
__device__ int most(const int *p, int i) {
  int m = p[i];
  if (p[i + 1] > m)
    m = p[i + 1];
  return m; }
template <int N> __device__ float total(const float *p) {
  float t = 0;
  for (int k = 0; k < N; k++)
    t += p[k];
  return t; }
__device__ trio operator+(trio a, trio b) {
  return trio{a.x + b.x, a.y + b.y, a.z + b.z}; }
struct view {
  float *p;
  int pitch;
  __device__ float &at(int y, int x) const {
    return p[y * pitch + x]; } };
"""
HELPERS = PRELUDE.count("\n")

SCALARS = ["int", "float", "double", "unsigned char", "short", "long long", "unsigned", "bool", "char"]
RECORDS = {   # their members of one number each
    "float2": "x y", "float4": "x y z w", "int2": "x y", "int4": "x y z w", "double2": "x y", "uchar4": "x y z w",
    "short2": "x y", "float3": "x y z", "pair": "a b", "trio": "x y z", "mixed": "x n d", "small": "a b c",
    "bytes": "r g b a", "wide": "x y", "quad": "a b c d", "eight": "v[0] v[1] v[4] v[7]", "nest": "p.x p.y q.x q.y",
    "six": "a b c d e f",
}
RECORDS = {name: members.split() for name, members in RECORDS.items()}


class Node:
    """Text with a %s for each part: of an expression, of a statement with bodies between braces.

    `stands_in`: what can be put in its place, where it is one number or one index; else None."""

    def __init__(self, text, *parts, bodies=(), stands_in=None, seams=None, tail=""):
        self.text, self.parts, self.bodies, self.stands_in = text, list(parts), list(bodies), stands_in
        self.seams, self.tail = seams, tail   # what stands before each body behind the first, and behind the last

    def __str__(self):
        return self.text % tuple(map(str, self.parts))

    def lines(self, depth=1):
        if not self.bodies:
            return ["  " * depth + str(self)]
        lines = []
        for number, body in enumerate(self.bodies):
            seam = self.seams[number - 1] if self.seams and number else "} else {"
            lines.append("  " * depth + (str(self) + " {" if number == 0 else seam))
            for statement in body:
                lines += statement.lines(depth + 1)
        return lines + ["  " * depth + "}" + self.tail]


class Pointer:
    def __init__(self, name, kind, writable, length=0):
        self.name, self.kind, self.writable, self.length = name, kind, writable, length


class Kernel:
    def __init__(self, name, params, body):
        self.name, self.params, self.body = name, params, body

    def text(self):
        params = ", ".join(f"{'' if p.writable else 'const '}{p.kind} *{p.restrict}{p.name}" for p in self.params)
        lines = [f"__global__ void {self.name}({params}, int n)", "{ int i = threadIdx.x;"]
        for statement in self.body:
            lines += statement.lines()
        return "\n".join([*lines, "}"])

    def launch(self):
        arguments = ", ".join(f"({p.kind} *)b{n}" for n, p in enumerate(self.params))
        return f"  {self.name}<<<1, 32>>>({arguments}, 64);"


class Maker:
    """Makes one kernel."""

    def __init__(self, random_source):
        self.random = random_source
        self.count = 0
        self.numbers, self.records, self.counters = [], [], []

    def chance(self, share):
        return self.random.random() < share

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    # ---- places ----

    def index(self, pointer):
        choices = ["i", "i", "i", "i", "i + 32", "i + 1", "2 * i", "2 * i + 1", "31 - i", "i ^ 1", "3", "i / 2", "4 * i + 2", "0"]
        if self.counters:
            k = self.random.choice(self.counters)
            choices += [f"i + {k}", f"i + 32 * {k}", f"4 * i + {k}", k] * 2
        if not pointer.length:
            choices += ["i + n", "i * n", "(size_t)i + 64", "i - 1u + 1u"]
        return Node(self.random.choice(choices), stands_in="i")

    def place(self, kinds=None, writable=False):
        pointers = [p for p in self.pointers if (kinds is None or p.kind in kinds) and (p.writable or not writable)]
        if not pointers:
            return None
        pointer = self.random.choice(pointers)
        return pointer, Node(f"{pointer.name}[%s]", self.index(pointer))

    def target(self):
        """Where a number can be stored in memory, or None."""
        found = self.place(writable=True)
        if not found:
            return None
        pointer, place = found
        if pointer.kind in RECORDS:
            return Node(f"%s.{self.random.choice(RECORDS[pointer.kind])}", place)
        return place

    # ---- expressions: numbers all ----

    def load(self):
        found = self.place()
        if not found:
            return Node("7")
        pointer, place = found
        if pointer.kind in RECORDS:
            if not pointer.length and not pointer.writable and pointer.kind in ("float2", "float4", "int4", "int2") and self.chance(.3):
                return Node(f"__ldg(&%s).{self.random.choice(RECORDS[pointer.kind])}", place)
            return Node(f"%s.{self.random.choice(RECORDS[pointer.kind])}", place)
        if not pointer.length and not pointer.writable and self.chance(.2):
            return Node("__ldg(&%s)", place)
        if pointer.kind == "float" and self.chance(.1):
            return Node(f"first({pointer.name}, %s)", place.parts[0])
        if pointer.kind == "float" and self.chance(.1):
            return Node(self.random.choice([f"clipped({pointer.name}, %s, 40)", f"total<4>({pointer.name} + %s)"]), place.parts[0])
        if pointer.kind == "int" and self.chance(.15):
            return Node(f"{self.random.choice(['sum', 'most'])}({pointer.name}, %s)", place.parts[0])
        return place

    def number(self, depth=0):
        made = self.any_number(depth)
        return Node("%s", made, stands_in="1")

    def any_number(self, depth):
        roll = self.random.random()
        if roll < .35 or depth > 2:
            return self.load()
        if roll < .5 and self.numbers:
            return Node(self.random.choice(self.numbers))
        if roll < .6 and self.records:
            name, kind = self.random.choice(self.records)
            return Node(f"{name}.{self.random.choice(RECORDS[kind])}")
        if roll < .65:
            return Node(self.random.choice(["1", "0", "3.5f", "i", "n", "lone", "table[i]"]))
        if roll < .7:
            return Node("(%s ? %s : %s)", self.condition(depth + 1), self.number(depth + 1), self.number(depth + 1))
        if roll < .73:
            return Node("twice(%s)", self.number(depth + 1))
        if roll < .75:
            return Node("(%s ? 1 : 2)", Node(self.random.choice(["%s > 0 && %s > 0", "%s > 0 || %s > 0"]), self.number(depth + 1), self.number(depth + 1)))
        return Node(self.random.choice(["(%s + %s)", "(%s - %s)", "(%s * %s)"] * 2 + ["fmaxf(%s, %s)", "min((int)%s, (int)%s)"]),
                    self.number(depth + 1), self.number(depth + 1))

    def condition(self, depth=0):
        if depth < 2 and self.chance(.15):
            return Node(self.random.choice(["%s > 0", "%s > %s"]).replace("%s > %s", "%s > 1"), self.load())
        if self.chance(.15):
            return Node(self.random.choice(["n > 3", "n < 3", "n & 1"]))
        return Node(self.random.choice(["i < 16", "(i & 1) == 1", "i > 3", "(i & 4) == 0"]))

    # ---- statements ----

    def statement(self, depth):
        makers = [(self.declare, 4), (self.assign, 2), (self.store, 6), (self.count_up, 2), (self.declare_record, 3),
                  (self.change_record, 3), (self.store_record, 3), (self.copy_record, 1), (self.self_copy, .5),
                  (self.swap, .5), (self.atomic, .5), (self.vector, 1), (self.through_pointer, .7), (self.union, .3),
                  (self.length, .4), (self.wide, 1), (self.axpy, .5), (self.scale, .4), (self.viewed, .5),
                  (self.chosen_pointer, .5), (self.atomic_result, .4), (self.keep_most, .5), (self.stored_and_loaded, .7),
                  (self.volatile, .3), (self.add_records, .3)]
        if depth < 2:
            makers += [(self.branch, 1.5), (self.loop, 1.2), (self.local_array, .6), (self.accumulate, 1), (self.switch, .8),
                       (self.do_while, .5), (self.leave_loop, .6), (self.stride, .5), (self.ping_pong, .3), (self.array_in_loops, .4),
                       (self.nest, .4)]
        if depth == 0:
            makers += [(lambda depth: Node("__syncthreads();"), .8), (self.leave, .6), (self.double_buffer, .5)]
        for _ in range(20):
            made = self.random.choices([m for m, _ in makers], [w for _, w in makers])[0](depth)
            if made:
                return made
        return Node(";")

    def body(self, depth, most):
        saved = [list(names) for names in (self.numbers, self.records, self.counters)]
        statements = [self.statement(depth) for _ in range(self.random.randint(1, most))]
        if depth:
            self.numbers, self.records, self.counters = saved
        return statements

    def declare(self, depth):
        name, kind = self.name("v"), self.random.choice(["int", "float", "float", "int", "double"])
        value = self.number()
        self.numbers.append(name)
        return Node(f"{kind} {name} = %s;", value)

    def assign(self, depth):
        if not self.numbers:
            return None
        return Node(f"{self.random.choice(self.numbers)} {self.random.choice(['=', '+=', '*='])} %s;", self.number())

    def store(self, depth):
        target = self.target()
        return target and Node(f"%s {self.random.choice(['=', '=', '=', '+=', '-='])} %s;", target, self.number())

    def count_up(self, depth):
        found = self.place([kind for kind in SCALARS if kind != "bool"], writable=True)   # of bool C++17 has none
        target = found[1] if found and self.chance(.7) else self.target()
        if target and any(p.kind == "bool" and str(target).startswith(p.name + "[") for p in self.pointers):
            return None
        return target and Node(self.random.choice(["%s++;", "%s--;", "++%s;"]), target)

    def declare_record(self, depth):
        found = self.place(RECORDS)
        if not found:
            return None
        name = self.name("r")
        self.records.append((name, found[0].kind))
        return Node(f"{found[0].kind} {name} = %s;", found[1])

    def change_record(self, depth):
        if not self.records:
            return None
        name, kind = self.random.choice(self.records)
        return Node(f"{name}.{self.random.choice(RECORDS[kind])} {self.random.choice(['=', '=', '+='])} %s;", self.number())

    def store_record(self, depth):
        if not self.records:
            return None
        name, kind = self.random.choice(self.records)
        found = self.place([kind], writable=True)
        return found and Node(f"%s = {name};", found[1])

    def copy_record(self, depth):
        found = self.place(RECORDS, writable=True)
        return found and Node("%s = %s;", found[1], self.place([found[0].kind])[1])

    def self_copy(self, depth):
        found = self.place(writable=True)
        return found and Node("%s = %s;", found[1], copy.deepcopy(found[1]))

    def swap(self, depth):
        found = self.place(["int"], writable=True)
        return found and Node("swap(%s, %s);", found[1], self.place(["int"], writable=True)[1])

    def atomic(self, depth):
        found = self.place(["int", "unsigned"], writable=True)
        return found and Node("atomicAdd(&%s, %s);", found[1], self.number())

    def vector(self, depth):
        made = {"float4": 4, "float2": 2, "int2": 2, "float3": 3, "int4": 4, "uchar4": 4}
        found = self.place(made, writable=True)
        if not found:
            return None
        count = made[found[0].kind]
        return Node(f"%s = make_{found[0].kind}({', '.join(['%s'] * count)});", found[1], *(self.number(1) for _ in range(count)))

    def through_pointer(self, depth):
        found = self.place(["int", "float"])
        if not found:
            return None
        name = self.name("p")
        pointer = Pointer(name, found[0].kind, found[0].writable, 8)
        made = Node(f"{'' if pointer.writable else 'const '}{pointer.kind} *{name} = &%s;", found[1])
        value = self.name("v")
        self.numbers.append(value)
        return Node("%s %s", made, Node(f"float {value} = {name}[{self.random.randint(0, 3)}];"))

    def union(self, depth):
        found = self.place(["float4"])
        if not found:
            return None
        name, value = self.name("u"), self.name("v")
        self.numbers.append(value)
        return Node(f"both {name}; {name}.v = %s; float {value} = {name}.f[{self.random.randint(0, 3)}];", found[1])

    def length(self, depth):
        found = self.place(["trio"])
        if not found:
            return None
        value = self.name("v")
        self.numbers.append(value)
        return Node(f"float {value} = len(%s);", found[1])

    def branch(self, depth):
        bodies = [self.body(depth + 1, 3)]
        if self.chance(.5):
            bodies.append(self.body(depth + 1, 3))
        return Node("if (%s)", self.condition(), bodies=bodies)

    def loop(self, depth):
        k = self.name("k")
        saved = list(self.counters)
        self.counters.append(k)
        body = self.body(depth + 1, 3)
        self.counters = saved
        return Node(f"for (int {k} = 0; {k} < {self.random.choice([2, 3, 4, 4])}; {k}++)", bodies=[body])

    def local_array(self, depth):
        name, value = self.name("t"), self.name("v")
        parts = [self.number(1) for _ in range(4)]
        self.numbers.append(value)
        return Node(f"float {name}[4] = {{%s, %s, %s, %s}}; float {value} = {name}[1] + {name}[{self.random.randint(0, 3)}];", *parts)

    # ---- shapes of real code ----

    def pointer(self, kinds, writable=False):
        pointers = [p for p in self.pointers if p.kind in kinds and (p.writable or not writable)]
        return self.random.choice(pointers) if pointers else None

    def wide(self, depth):
        """A vector out of an array of numbers."""
        pointer = self.pointer(["float"])
        if not pointer or pointer.length:
            return None
        name, index = self.name("w"), Node(self.random.choice(["i", "i + 8", "i / 2"]), stands_in="i")
        if pointer.writable and self.chance(.4):
            return Node(f"reinterpret_cast<float4 *>({pointer.name})[%s] = make_float4(%s, %s, %s, %s);", index,
                        *(self.number(1) for _ in range(4)))
        self.records.append((name, "float4"))
        return Node(f"float4 {name} = reinterpret_cast<const float4 *>({pointer.name})[%s];", index)

    def axpy(self, depth):
        to, of = self.pointer(["float"], writable=True), self.pointer(["float"])
        return to and of and Node(f"axpy({to.name}, {of.name}, %s, %s);", self.number(1), self.index(to))

    def scale(self, depth):
        found = self.place(["trio"], writable=True)
        return found and Node("scale(&%s, %s);", found[1], self.number(1))

    def viewed(self, depth):
        pointer = self.pointer(["float"], writable=True)
        if not pointer:
            return None
        name = self.name("a")
        at = self.random.choice(["1, i", "0, i", "i, 2"])
        return Node(f"view {name}{{{pointer.name}, 8}}; {name}.at({at}) {self.random.choice(['=', '+='])} %s;", self.number(1))

    def leave(self, depth):
        return Node(self.random.choice(["if (i >= n) return;", "if (i > 20) return;", "if (i + 40 > n) return;"]))

    def accumulate(self, depth):
        """A sum over a loop, from registers."""
        name, k = self.name("v"), self.name("k")
        saved = list(self.counters)
        self.counters.append(k)
        body = [Node(f"{name} {self.random.choice(['+=', '+=', '*='])} %s;", self.number(1)) for _ in range(self.random.randint(1, 2))]
        self.counters = saved
        self.numbers.append(name)
        pragma = self.random.choice(["", "", "_Pragma(\"unroll\") "])
        return Node(f"float {name} = 0; {pragma}for (int {k} = 0; {k} < {self.random.choice([2, 4, 8])}; {k}++)", bodies=[body])

    def double_buffer(self, depth):
        """Two halves of shared memory that change places."""
        name, side, value, k = (self.name(stem) for stem in "dcvk")
        body = [Node(f"float {value} = {name}[{side}][i];"),
                Node(f"if (i >= {k}) {value} += {name}[{side}][i - {k}];"),
                Node(f"{name}[1 - {side}][i] = {value};"), Node(f"{side} = 1 - {side};"), Node("__syncthreads();")]
        lines = Node(f"for (int {k} = 1; {k} < 8; {k} *= 2)", bodies=[body])
        fill = Node(f"__shared__ float {name}[2][32]; int {side} = 0; {name}[0][i] = %s; __syncthreads();", self.number(1))
        result = Node(f"%s = {name}[{side}][i];", self.target() or Node("table[i]"))
        return Node("if (n > 0)", bodies=[[fill, lines, result]])

    def chosen_pointer(self, depth):
        """One of two pointers."""
        one = self.pointer(["int", "float", "double"])
        other = one and self.pointer([one.kind])
        if not one or not other or one is other:
            return None
        name, value = self.name("p"), self.name("v")
        self.numbers.append(value)
        return Node(f"const {one.kind} *{name} = %s ? {one.name} : {other.name}; float {value} = {name}[%s];", self.condition(1), self.index(one))

    def atomic_result(self, depth):
        found = self.place(["int", "unsigned"], writable=True)
        if not found:
            return None
        value = self.name("v")
        self.numbers.append(value)
        return Node(f"int {value} = {self.random.choice(['atomicAdd', 'atomicMax', 'atomicExch'])}(&%s, %s);", found[1], self.number(1))

    def keep_most(self, depth):
        return Node(f"if (%s > {self.random.choice(self.numbers)}) %s = %s;", self.load(), self.target() or Node("table[i]"), self.number(1)) \
            if self.numbers else None

    def stored_and_loaded(self, depth):
        """An element is stored, and loaded again."""
        target = self.target()
        if not target:
            return None
        value = self.name("v")
        self.numbers.append(value)
        return Node(f"%s = %s; %s; float {value} = %s;", target, self.number(1), self.random.choice([Node("__syncwarp()"), Node("n"), Node("n")]),
                    copy.deepcopy(target))

    def volatile(self, depth):
        found = self.place(["int", "float"])
        if not found:
            return None
        value = self.name("v")
        self.numbers.append(value)
        return Node(f"float {value} = *(volatile const {found[0].kind} *)&%s;", found[1])

    def add_records(self, depth):
        to = self.place(["trio"], writable=True)
        return to and Node("%s = %s + %s;", to[1], self.place(["trio"])[1], self.place(["trio"])[1])

    def switch(self, depth):
        count = self.random.randint(2, 4)
        bodies = [self.body(depth + 1, 2) for _ in range(count)]
        seams = [("" if self.chance(.2) else "break; ") + (f"}} case {k}: {{" if k < count - 1 or self.chance(.5) else "} default: {")
                 for k in range(1, count)]
        return Node(f"switch ({self.random.choice(['i & 3', 'i & 1', 'n & 3', 'i / 16'])}) {{ case 0:", bodies=bodies, seams=seams, tail=" }")

    def counted(self, depth, most, head, first=(), last=(), tail=""):
        k = self.name("k")
        saved = list(self.counters)
        self.counters.append(k)
        body = self.body(depth + 1, most)
        self.counters = saved
        fix = lambda text: Node(text.replace("$", k))
        return Node(head.replace("$", k), bodies=[[*map(fix, first), *body, *map(fix, last)]], tail=tail.replace("$", k))

    def do_while(self, depth):
        return self.counted(depth, 2, "int $ = 0; do", last=["$++;"], tail=f" while ($ < {self.random.choice(['3', '4', 'n / 16'])});")

    def leave_loop(self, depth):
        leave = self.random.choice(["if ($ > 2) break;", "if (i > $ + 20) break;", "if ($ & 1) continue;", "if (i == $) continue;"])
        most = self.random.choice(["4", "5", "n / 8"])
        return self.counted(depth, 2, f"for (int $ = 0; $ < {most}; $++)", *([[leave]] if self.chance(.5) else [[], [leave]]))

    def stride(self, depth):
        return self.counted(depth, 2, self.random.choice(["for (int $ = i; $ < n; $ += 32)", "for (unsigned $ = i; $ < n; $ += blockDim.x)",
                                                          "for (int $ = n / 8; $ > 0; $ /= 2)", "for (size_t $ = 0; $ < n / 16; $++)"]))

    def nest(self, depth):
        j = self.name("j")
        inner = self.counted(depth + 1, 2, f"for (int $ = 0; $ < {self.random.choice(['2', '4', j, j + ' + 1'])}; $++)")
        return Node(f"for (int {j} = 0; {j} < {self.random.choice([2, 3])}; {j}++)", bodies=[[inner]])

    def ping_pong(self, depth):
        """Two buffers that change places."""
        one = self.pointer(["int", "float"], writable=True)
        other = one and self.pointer([one.kind], writable=True)
        if not one or one is other:
            return None
        a, b, t = self.name("p"), self.name("p"), self.name("t")
        body = [Node(f"{b}[i] = {a}[%s] + %s;", self.index(one), self.number(1)), Node(f"{one.kind} *{t} = {a}; {a} = {b}; {b} = {t};")]
        loop = Node(f"for (int {t}k = 0; {t}k < {self.random.choice(['3', '4', 'n / 16'])}; {t}k++)", bodies=[body])
        return Node("if (n > 0)", bodies=[[Node(f"{one.kind} *{a} = {one.name}, *{b} = {other.name};"), loop]])

    def array_in_loops(self, depth):
        name, k, l = self.name("t"), self.name("k"), self.name("k")
        saved = list(self.counters)
        self.counters.append(k)
        fill = Node(f"for (int {k} = 0; {k} < 4; {k}++)", bodies=[[Node(f"{name}[{k}] = %s;", self.number(1))]])
        self.counters = saved + [l]
        use = Node(f"for (int {l} = 0; {l} < 4; {l}++)", bodies=[[Node(f"%s = {name}[{self.random.choice([l, '3 - ' + l])}];", self.target() or Node(f"table[i + {l}]"))]])
        self.counters = saved
        return Node("if (n > 0)", bodies=[[Node(f"float {name}[4];"), fill, use]])

    # ---- the kernel ----

    def fill_shared(self, shared):
        """What nobody has stored is not loaded, and what nobody loads not stored."""
        value = "{}" if shared.kind in RECORDS else "i"
        return [Node(f"__shared__ {shared.kind} s[256];"),
                Node(f"for (int k = i; k < 256; k += n) s[k] = {shared.kind}({value});".replace("({})", "{}")),
                Node("__syncthreads();")]

    def read_shared(self):
        kind = self.pointers[-1].kind
        members = RECORDS.get(kind, [""])
        return [Node("__syncthreads();"),
                *(Node(f"for (int k = i; k < 256; k += n) table[k] = s[k]{'.' * bool(m)}{m};") for m in members)]

    def kernel(self, name):
        kinds = SCALARS[:3] * 2 + SCALARS + list(RECORDS)
        self.params = []
        restrict = self.chance(.4)
        for n in range(self.random.randint(2, 4)):
            pointer = Pointer(f"q{n}", self.random.choice(kinds), n == 0 or self.chance(.5))
            pointer.restrict = "__restrict__ " if restrict or self.chance(.15) else ""
            self.params.append(pointer)
        if self.chance(.5):   # two of one kind
            self.params[-1].kind = self.params[0].kind
        self.pointers = list(self.params)
        body = []
        if self.chance(.4):
            shared = Pointer("s", self.random.choice(kinds), True, 256)
            self.pointers.append(shared)
            body += self.fill_shared(shared)
        body += self.body(0, 5)
        for value in self.numbers:
            if self.chance(.5):
                body.append(Node(f"%s = {value};", self.target() or Node("table[i]")))
        if len(self.pointers) > len(self.params):
            body += self.read_shared()
        return Kernel(name, self.params, body)


# ---- comparing ----

class Bench:
    def __init__(self, gpulint, nvcc, counts, arch, folder):
        self.gpulint, self.nvcc, self.counts, self.arch, self.folder = gpulint, nvcc, counts, arch, folder

    def disagreements(self, kernels):
        """Those of each kernel that compiles, by name."""
        kernels = list(kernels)
        while kernels:
            source = os.path.join(self.folder, "fuzz.cu")
            places, text = {}, PRELUDE
            for kernel in kernels:
                places[kernel.name] = text.count("\n") + 1
                text += kernel.text() + "\n"
            text += "int main() {\n" + "".join(f"  void *b{n}; cudaMalloc(&b{n}, 1 << 20);\n" for n in range(4))
            text += "\n".join(k.launch() for k in kernels) + "\n}\n"
            with open(source, "w") as out:
                out.write(text)
            try:
                code = sass.compile_together(self.nvcc, self.counts, [source], self.arch, self.folder)[source]
                found, *_ = sass.compare(self.gpulint, code, source, self.arch)
            except sass.NotCompiled as error:
                bad = {self.kernel_at(places, int(line)) for line in re.findall(r"fuzz\.cu\((\d+)\): error", str(error))}
                if not bad or None in bad:
                    raise
                kernels = [k for k in kernels if k.name not in bad]
                continue
            by_kernel = {k.name: [] for k in kernels}
            for d in found:
                line = d.line - places[d.kernel] + 1 if d.line > HELPERS else -d.line
                by_kernel[d.kernel].append((d, line))
            return by_kernel
        return {}

    @staticmethod
    def kernel_at(places, line):
        return max(((start, name) for name, start in places.items() if start <= line), default=(0, None))[1]


# ---- making smaller ----

def visit(statements):
    """Each statement, as its list and its index there, the outer first."""
    for at in range(len(statements)):
        yield statements, at
        for body in statements[at].bodies:
            yield from visit(body)


def expressions(node):
    for at, part in enumerate(node.parts):
        yield node, at
        yield from expressions(part)


def descendants(node):
    for part in node.parts:
        yield part
        yield from descendants(part)


def without_statements(kernel, numbers):
    """The kernel without the statements of those numbers, as visit() counts them."""
    made = copy.deepcopy(kernel)
    for body, at in [place for number, place in enumerate(visit(made.body)) if number in numbers][::-1]:
        del body[at]
    return made


def unfolded(kernel, number):
    """Kernels with one body of a branch or loop in its place."""
    for which in range(len(list(visit(kernel.body))[number][0][list(visit(kernel.body))[number][1]].bodies)):
        made = copy.deepcopy(kernel)
        body, at = list(visit(made.body))[number]
        body[at:at + 1] = body[at].bodies[which]
        yield made


def with_less(kernel, number):
    """Kernels with a simpler expression in that statement."""
    body, at = list(visit(kernel.body))[number]
    for place, (node, which) in enumerate(expressions(body[at])):
        part = node.parts[which]
        if not part.stands_in or str(part) == part.stands_in:
            continue
        inner = [p for p in descendants(part) if p.stands_in == part.stands_in]
        for choice in [Node(part.stands_in, stands_in=part.stands_in), *inner]:
            made = copy.deepcopy(kernel)
            body, at = list(visit(made.body))[number]
            node, which = list(expressions(body[at]))[place]
            node.parts[which] = copy.deepcopy(choice)
            yield made


def candidates(kernel, source):
    """Kernels with less in them."""
    count = len(list(visit(kernel.body)))
    for number in range(count):
        yield without_statements(kernel, {number})
        yield from unfolded(kernel, number)
        yield from with_less(kernel, number)
    for _ in range(2 * count):
        yield without_statements(kernel, {n for n in range(count) if source.random() < .4})


def size(kernel):
    return len(kernel.text())


def reduce(bench, kernels, wanted):
    """Of each kernel the smallest that can be made of it with a disagreement of its kind."""
    source, growing = random.Random(1), list(range(len(kernels)))
    while growing:
        tried = []
        for number in growing:
            for candidate in candidates(kernels[number], source):
                if size(candidate) < size(kernels[number]):
                    candidate.name = f"c{number:03}_{len(tried):05}"
                    tried.append((number, candidate))
        found = bench.disagreements([candidate for _, candidate in tried])
        better = {}
        for number, candidate in tried:
            if any((d.kind, d.space) == wanted[number] for d, _ in found.get(candidate.name, [])):
                better[number] = min(better.get(number, candidate), candidate, key=size)
        for number, candidate in better.items():
            kernels[number] = candidate
        growing = list(better)
    return kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gpulint")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--kernels", type=int, default=40)
    parser.add_argument("--counts", default="build/tests/sass/sass_counts", help="the path of sass_counts")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--most", type=int, default=5, help="disagreements of a round that are made smaller")
    options = parser.parse_args()
    nvcc = sass.find_tool("nvcc")
    if not nvcc:
        sys.exit("fuzz: nvcc is needed")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.gpulint, nvcc, options.counts, options.arch, folder)
        for seed in range(options.seed, options.seed + options.rounds):
            source = random.Random(seed)
            kernels = {f"k{n:04}": Maker(source).kernel(f"k{n:04}") for n in range(options.kernels)}
            found = bench.disagreements(kernels.values())
            wrong = {name: items for name, items in found.items() if items}
            print(f"seed {seed}: {len(found)} kernels, {len(wrong)} with disagreements", flush=True)
            chosen = list(wrong.items())[:options.most]
            smallest = reduce(bench, [kernels[name] for name, _ in chosen],
                              [(items[0][0].kind, items[0][0].space) for _, items in chosen])
            found = bench.disagreements(smallest)
            for kernel in smallest:
                for d, line in found.get(kernel.name, []):
                    print(f"  {d.space} {d.kind} on line {line}: exact {d.reported}, made {d.made}")
                print("    " + kernel.text().replace("\n", "\n    "), flush=True)


if __name__ == "__main__":
    main()
