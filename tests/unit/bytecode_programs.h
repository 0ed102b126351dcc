/* Random host programs from a seed: loops over integers, floating-point numbers, arrays, records and pointers, whose
 * results are passed to one launch. Equal seeds give equal programs. */
#ifndef GPULINT_TESTS_UNIT_BYTECODE_PROGRAMS_H
#define GPULINT_TESTS_UNIT_BYTECODE_PROGRAMS_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_ELEMENTS = 16, PROGRAM_LOOPS = 16, PROGRAM_DEPTH = 3 };

struct program_text {
	char *text;
	size_t length, capacity;
	uint64_t state;
	unsigned counters; /* loop variables in scope */
	unsigned names;    /* number of loop variables so far */
	unsigned counter[8];
};

static inline unsigned
program_random(struct program_text *p, unsigned below)
{
	p->state ^= p->state << 13;
	p->state ^= p->state >> 7;
	p->state ^= p->state << 17;
	return (unsigned)(p->state >> 33) % below;
}

__attribute__((format(printf, 2, 3))) static inline void
program_write(struct program_text *p, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (p->capacity - p->length < 1024) {
		p->capacity = 2 * p->capacity + 4096;
		p->text = realloc(p->text, p->capacity);
	}
	p->length += (size_t)vsnprintf(p->text + p->length, 1024, format, args);
	va_end(args);
}

#define PROGRAM_PICK(p, ...) \
	((const char *[]){__VA_ARGS__}[program_random((p), sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))])

static inline const char *
program_type(struct program_text *p)
{
	return PROGRAM_PICK(p, "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	                    "long long", "unsigned long long", "float", "double", "bool", "int", "unsigned", "float");
}

static inline void program_integer(struct program_text *p, unsigned depth);
static inline void program_real(struct program_text *p, unsigned depth);
static inline void program_statements(struct program_text *p, unsigned depth, unsigned count);

static inline unsigned
program_counter(struct program_text *p)
{
	return p->counter[program_random(p, p->counters)];
}

/* Writes an index into an array. */
static inline void
program_index(struct program_text *p, unsigned depth)
{
	if (p->counters && program_random(p, 2)) {
		program_write(p, "((i%u + %u) & %d)", program_counter(p), program_random(p, 7), PROGRAM_ELEMENTS - 1);
		return;
	}
	program_write(p, "((unsigned)(");
	program_integer(p, depth);
	program_write(p, ") %% %du)", PROGRAM_ELEMENTS);
}

static inline void
program_place(struct program_text *p, unsigned depth)
{
	switch (program_random(p, 8)) {
	case 0: program_write(p, "x%u", program_random(p, 4)); return;
	case 1: program_write(p, "a["); break;
	case 2: program_write(p, "b["); break;
	case 3: program_write(p, "v["); break;
	case 4: program_write(p, "fixed["); break;
	case 5: program_write(p, "s.%s", PROGRAM_PICK(p, "i", "f", "c", "h", "low", "high", "wide")); return;
	case 6:
		program_write(p, "t[");
		program_index(p, depth);
		program_write(p, "].%s", PROGRAM_PICK(p, "i", "f", "c", "h", "high", "wide"));
		return;
	default: program_write(p, "x%u", program_random(p, 4)); return;
	}
	program_index(p, depth);
	program_write(p, "]");
}

static inline void
program_short_integer(struct program_text *p)
{
	switch (program_random(p, 4)) {
	case 0: program_write(p, "%u", program_random(p, 300)); break;
	case 1: program_write(p, "to_integer(x%u)", program_random(p, 4)); break;
	case 2: program_write(p, "%d%s", (int)program_random(p, 70000) - 3000, program_random(p, 3) ? "" : "u"); break;
	default:
		if (p->counters)
			program_write(p, "i%u", program_counter(p));
		else
			program_write(p, "to_integer(x%u)", program_random(p, 4));
		break;
	}
}

static inline void
program_integer(struct program_text *p, unsigned depth)
{
	if (!depth || !program_random(p, 4)) {
		program_short_integer(p);
		return;
	}
	program_write(p, "(");
	switch (program_random(p, 12)) {
	case 0:
		program_integer(p, depth - 1);
		program_write(p, " %s (", program_random(p, 2) ? "/" : "%");
		program_integer(p, depth - 1);
		program_write(p, " | 1)");
		break;
	case 1:
		program_integer(p, depth - 1);
		program_write(p, " %s (", program_random(p, 2) ? "<<" : ">>");
		program_integer(p, depth - 1);
		program_write(p, " & 7)");
		break;
	case 2:
		program_integer(p, depth - 1);
		program_write(p, " ? ");
		program_integer(p, depth - 1);
		program_write(p, " : ");
		program_integer(p, depth - 1);
		break;
	case 3:
		program_write(
			p, "%s(",
			PROGRAM_PICK(p, "-", "~", "!", "(signed char)", "(unsigned short)", "(unsigned)", "(bool)"));
		program_integer(p, depth - 1);
		program_write(p, ")");
		break;
	case 4:
		program_write(p, "to_integer(");
		program_real(p, depth - 1);
		program_write(p, ")");
		break;
	case 5:
		program_write(p, "to_integer(");
		program_place(p, depth - 1);
		program_write(p, ")");
		break;
	case 6:
		program_real(p, depth - 1);
		program_write(p, " %s ", PROGRAM_PICK(p, "<", "<=", ">", ">=", "==", "!="));
		program_real(p, depth - 1);
		break;
	case 7:
		program_write(p, "%s(", PROGRAM_PICK(p, "mixed", "std::max<int>", "std::min<int>"));
		program_integer(p, depth - 1);
		program_write(p, ", ");
		program_integer(p, depth - 1);
		program_write(p, ")");
		break;
	default:
		program_integer(p, depth - 1);
		program_write(
			p, " %s ",
			PROGRAM_PICK(p, "+", "-", "*", "&", "|", "^", "+", "-", "<", ">=", "==", "!=", "&&", "||"));
		program_integer(p, depth - 1);
		break;
	}
	program_write(p, ")");
}

static inline void
program_real(struct program_text *p, unsigned depth)
{
	if (!depth || !program_random(p, 4)) {
		if (program_random(p, 2))
			program_write(p, "%u.%u%s", program_random(p, 90), program_random(p, 10),
			              program_random(p, 2) ? "f" : "");
		else
			program_write(p, "(%s)x%u", program_random(p, 2) ? "float" : "double", program_random(p, 4));
		return;
	}
	program_write(p, "(");
	switch (program_random(p, 6)) {
	case 0:
		program_write(p, "(%s)", program_random(p, 2) ? "float" : "double");
		program_integer(p, depth - 1);
		break;
	case 1:
		program_write(p, "%s((double)", PROGRAM_PICK(p, "sqrt", "floor"));
		program_real(p, depth - 1);
		program_write(p, ")");
		break;
	case 2:
		program_write(p, "-");
		program_real(p, depth - 1);
		break;
	default:
		program_real(p, depth - 1);
		program_write(p, " %s ", PROGRAM_PICK(p, "+", "-", "*", "/"));
		program_real(p, depth - 1);
		break;
	}
	program_write(p, ")");
}

static inline void
program_inner_loop(struct program_text *p, unsigned depth)
{
	const unsigned name = p->names++, kind = program_random(p, 3), times = 1 + program_random(p, 4);
	p->counter[p->counters++] = name;
	if (kind == 0) {
		program_write(p, "for (int i%u = 0; i%u < %u; i%u++) {\n", name, name, times, name);
		program_statements(p, depth - 1, 2);
		if (!program_random(p, 3))
			program_write(p, "if (x0 > x1) %s;\n", program_random(p, 2) ? "break" : "continue");
		program_statements(p, depth - 1, 1);
		program_write(p, "}\n");
	} else {
		program_write(p, "{ unsigned i%u = %u; %s {\n", name, times,
		              kind == 1 ? "while (i0 >= 0 && i0 < 1000)" : "do");
		program_statements(p, depth - 1, 2);
		program_write(p, "if (i%u-- == 1) break;\n", name);
		program_write(p, "}%s }\n", kind == 1 ? "" : " while (true);");
	}
	p->counters--;
}

static inline void
program_statement(struct program_text *p, unsigned depth)
{
	switch (depth ? program_random(p, 14) : program_random(p, 8)) {
	case 0:
		program_place(p, 2);
		program_write(p, " = limited(");
		program_real(p, 3);
		program_write(p, ");\n");
		break;
	case 1: program_write(p, "x%u++;\n", 2 + program_random(p, 2)); break;
	case 2:
		program_write(p, "swap_two(a[");
		program_index(p, 1);
		program_write(p, "], a[");
		program_index(p, 1);
		program_write(p, "]);\n");
		break;
	case 3:
		program_write(p, "s.add(");
		program_integer(p, 2);
		program_write(p, ");\n");
		break;
	case 4:
		program_write(p, "t[");
		program_index(p, 1);
		program_write(p, "] = %s;\n", PROGRAM_PICK(p, "s", "twice(s)"));
		break;
	case 5:
		program_place(p, 2);
		program_write(p, " %s= ", PROGRAM_PICK(p, "+", "-", "*"));
		program_integer(p, 3);
		program_write(p, ";\n");
		break;
	case 6:
	case 7:
		program_place(p, 2);
		program_write(p, " = ");
		program_integer(p, 4);
		program_write(p, ";\n");
		break;
	case 8: program_inner_loop(p, depth); break;
	case 9:
		program_write(p, "switch ((");
		program_integer(p, 2);
		program_write(p, ") & 3) {\ncase 0: ");
		program_statements(p, depth - 1, 1);
		program_write(p, "case 1: ");
		program_statements(p, depth - 1, 1);
		program_write(p, "break;\n%s: ", program_random(p, 2) ? "default" : "case 2");
		program_statements(p, depth - 1, 1);
		program_write(p, "}\n");
		break;
	case 10:
		program_write(p, "{ %s local[3] = {1, 0}; local[2] = ", program_type(p));
		program_integer(p, 2);
		program_write(p, "; local[x1 > 3] += local[2]; x%u += (int)limited(local[%u]); }\n",
		              program_random(p, 4), program_random(p, 3));
		break;
	case 11:
		program_write(p, "v.push_back(");
		program_integer(p, 2);
		program_write(p, "); v[%u] = v.back(); v.pop_back();\n", program_random(p, PROGRAM_ELEMENTS));
		break;
	default:
		program_write(p, "if (");
		program_integer(p, 3);
		program_write(p, ") {\n");
		program_statements(p, depth - 1, 2);
		program_write(p, "}");
		if (program_random(p, 2)) {
			program_write(p, " else {\n");
			program_statements(p, depth - 1, 1);
			program_write(p, "}");
		}
		program_write(p, "\n");
		break;
	}
}

static inline void
program_statements(struct program_text *p, unsigned depth, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		program_statement(p, depth);
}

/* Writes a function that runs one loop and returns a number computed from its results. */
static inline void
program_loop(struct program_text *p, unsigned number, unsigned iterations)
{
	program_write(p, "static unsigned long long loop%u()\n{\n", number);
	program_write(p, "%s a[%d]; unsigned *b = new unsigned[%d];\n", program_type(p), PROGRAM_ELEMENTS,
	              PROGRAM_ELEMENTS);
	program_write(p, "static %s fixed[%d];\n", program_type(p), PROGRAM_ELEMENTS);
	program_write(p, "std::vector<%s> v(%d);\n", PROGRAM_PICK(p, "int", "float", "short"), PROGRAM_ELEMENTS);
	program_write(p, "struct record s = {}, t[%d];\n", PROGRAM_ELEMENTS);
	program_write(p, "s.i = 1; s.f = 2.5f; s.h = 4; s.low = 5; s.high = -1;\n");
	for (unsigned x = 0; x < 4; x++)
		program_write(p, "%s x%u = %u;\n",
		              x == 3   ? "double"
		              : x == 2 ? "short"
		                       : program_type(p),
		              x, program_random(p, 200));
	program_write(p, "for (int k = 0; k < %d; k++) { a[k] = k * %u; b[k] = k; t[k] = s; }\n", PROGRAM_ELEMENTS,
	              1 + program_random(p, 9));
	p->names = 1;
	p->counters = 1;
	p->counter[0] = 0;
	program_write(p, "for (int i0 = 0; i0 < %u; i0++) {\n", iterations);
	program_statements(p, PROGRAM_DEPTH, 4 + program_random(p, 4));
	if (!program_random(p, 3))
		program_write(p, "if (i0 == %u) %s;\n", program_random(p, iterations),
		              PROGRAM_PICK(p, "break", "return bits(x0) + bits(a[3]) + t[2].sum()"));
	program_write(p, "}\n");
	program_write(
		p,
		"unsigned long long sum = bits(x0) + 3 * bits(x1) + 5 * bits(x2) + 7 * bits(x3) + s.sum();\n"
		"for (int k = 0; k < %d; k++)\n"
		"\tsum = sum * 31 + bits(a[k]) + bits(b[k]) * 3 + bits(v[k]) * 5 + bits(fixed[k]) * 7 + t[k].sum();\n"
		"return sum;\n}\n",
		PROGRAM_ELEMENTS);
	p->counters = 0;
}

/* Declarations that the loops use. */
static const char *const program_prelude[] = {
	"#include <algorithm>",
	"#include <cmath>",
	"#include <cstring>",
	"#include <vector>",
	"struct record {",
	"\tint i; float f; unsigned char c; short h; unsigned low : 5; int high : 9; double wide;",
	"\tvoid add(int n) { i += n; if (n & 1) h = (short)(h * 3 + n); else high++; c ^= (unsigned char)n; }",
	"\tunsigned long long sum() const;",
	"};",
	"template <class T> static unsigned long long bits(T x) { return (unsigned long long)(long long)x; }",
	"static unsigned long long bits(float x) { unsigned u; memcpy(&u, &x, sizeof u); return x == x ? u : 9; }",
	"static unsigned long long bits(double x) { unsigned long long u; memcpy(&u, &x, sizeof u); return x == x ? u : 9; }",
	"inline unsigned long long record::sum() const",
	"{ return i + 3 * bits(f) + 5 * c + 7 * h + 11 * low + 13 * high + 17 * bits(wide); }",
	"static int to_integer(double x) { return x > -1e6 && x < 1e6 ? (int)x : 7; }",
	"static double limited(double x) { return x > 0 && x < 100 ? x : 50.5; }",
	"static int mixed(int a, unsigned b) { if (a > 100) return a - (int)b; while (b > 8) b /= 3; return a * (int)b; }",
	"template <class T> static void swap_two(T &a, T &b) { T c = a; a = b; b = c; }",
	"static struct record twice(struct record s) { s.i *= 2; s.f += s.f; s.low++; return s; }",
};

/* The text of a program, to be freed. It launches one kernel with PROGRAM_LOOPS numbers. */
static inline char *
program_make(uint64_t seed, unsigned iterations)
{
	struct program_text p = {.state = seed * 0x9E3779B97F4A7C15u + 1};
	for (size_t i = 0; i < sizeof program_prelude / sizeof *program_prelude; i++)
		program_write(&p, "%s\n", program_prelude[i]);
	for (unsigned i = 0; i < PROGRAM_LOOPS; i++)
		program_loop(&p, i, iterations);
	program_write(&p, "__global__ void k(");
	for (unsigned i = 0; i < PROGRAM_LOOPS; i++)
		program_write(&p, "%sunsigned long long r%u", i ? ", " : "", i);
	program_write(&p, ") {}\nint main()\n{\nk<<<1, 32>>>(");
	for (unsigned i = 0; i < PROGRAM_LOOPS; i++)
		program_write(&p, "%sloop%u()", i ? ", " : "", i);
	program_write(&p, ");\n}\n");
	return p.text;
}

#endif
