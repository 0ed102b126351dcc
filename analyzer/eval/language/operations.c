#include "eval/language/operations.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Instructions, those of them to the special function units, those in double precision, and those to the units for integers; 0
 * instructions: their number hangs on the argument. */
struct cost {
	unsigned char instructions, special, doubles, integers;
};

/* Of a float, of a double, and of an approximation of a float where there is one; of those that are not told one instruction. */
static const struct function_cost {
	bool is_told;
	struct cost single, twice, approximate;
} functions[IR_BUILTIN_COUNT] = {
#define F(name, ...) [IR_BUILTIN_##name] = {true, __VA_ARGS__}
	F(sqrt, {9, 1, 0}, {17, 1, 7}, {1, 1, 0}),
	F(rsqrt, {3, 1, 0}, {13, 1, 4}, {1, 1, 0}),
	F(cbrt, {15, 2, 0}, {42, 3, 12}, {0, 0, 0}),
	F(round, {3, 1, 0}, {4, 0, 1}, {0, 0, 0}),
	F(floor, {1, 1, 0}, {1, 0, 1}, {0, 0, 0}),
	F(ceil, {1, 1, 0}, {1, 0, 1}, {0, 0, 0}),
	F(trunc, {1, 1, 0}, {1, 0, 1}, {0, 0, 0}),
	F(rint, {1, 1, 0}, {1, 0, 1}, {0, 0, 0}),
	F(fmin, {1, 0, 0, 1}, {1, 0, 1}, {0, 0, 0}),
	F(fmax, {1, 0, 0, 1}, {1, 0, 1}, {0, 0, 0}),
	F(min, {1, 0, 0, 1}, {1, 0, 1}, {0, 0, 0}),
	F(max, {1, 0, 0, 1}, {1, 0, 1}, {0, 0, 0}),
	F(umin, {1, 0, 0, 1}, {1, 0, 1}, {0, 0, 0}),
	F(umax, {1, 0, 0, 1}, {1, 0, 1}, {0, 0, 0}),
	F(__popc, {1, 1, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__popcll, {3, 2, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__clz, {1, 1, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__clzll, {4, 2, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__ffs, {3, 2, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__ffsll, {6, 4, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__brev, {1, 1, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__brevll, {2, 2, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__byte_perm, {1, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}),
	F(__funnelshift_l, {1, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}),
	F(__funnelshift_r, {1, 0, 0, 1}, {0, 0, 0}, {0, 0, 0}),
	F(fmod, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(remainder, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(pow, {64, 1, 0}, {190, 1, 85}, {9, 2, 0}),
	F(exp, {9, 1, 0}, {46, 0, 14}, {5, 1, 0}),
	F(exp2, {3, 1, 0}, {45, 0, 15}, {3, 1, 0}),
	F(exp10, {9, 1, 0}, {52, 0, 16}, {5, 1, 0}),
	F(expm1, {28, 1, 0}, {64, 0, 18}, {0, 0, 0}),
	F(log, {25, 0, 0}, {80, 1, 30}, {5, 1, 0}),
	F(log2, {27, 0, 0}, {86, 1, 32}, {4, 1, 0}),
	F(log10, {26, 0, 0}, {86, 1, 32}, {5, 1, 0}),
	F(log1p, {30, 0, 0}, {131, 1, 50}, {0, 0, 0}),
	F(sin, {25, 0, 0}, {48, 0, 15}, {2, 1, 0}),
	F(cos, {26, 0, 0}, {48, 0, 15}, {2, 1, 0}),
	F(tan, {23, 1, 0}, {78, 1, 28}, {8, 3, 0}),
	F(asin, {24, 1, 0}, {71, 1, 27}, {0, 0, 0}),
	F(acos, {25, 1, 0}, {72, 1, 27}, {0, 0, 0}),
	F(atan, {18, 1, 0}, {71, 1, 23}, {0, 0, 0}),
	F(atan2, {39, 1, 0}, {109, 1, 37}, {0, 0, 0}),
	F(sinh, {24, 2, 0}, {91, 1, 30}, {0, 0, 0}),
	F(cosh, {15, 2, 0}, {58, 1, 25}, {0, 0, 0}),
	F(tanh, {16, 2, 0}, {57, 1, 20}, {1, 1, 0}),
	F(erf, {27, 1, 0}, {122, 1, 41}, {0, 0, 0}),
	F(erfc, {47, 3, 0}, {157, 2, 61}, {0, 0, 0}),
	F(tgamma, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(lgamma, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(hypot, {25, 1, 0}, {44, 1, 14}, {0, 0, 0}),
	F(ldexp, {15, 0, 0}, {17, 0, 3}, {0, 0, 0}),
	F(printf, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(malloc, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(free, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__gl_new, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__gl_delete, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__gl_forget, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__gl_reorder, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
	F(__gl_doubt, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}),
#undef F
};

static const struct cost division = {12, 2, 0, 0}, division_of_doubles = {16, 1, 7, 0}, approximate_division = {6, 1, 0, 0};
static const struct cost integer_division = {20, 1, 0, 12}, narrow_division = {28, 1, 0, 16}, wide_division = {100, 2, 0, 40};

/* Of 64 bits: a register, of which two make one, is an instruction each. Products have four of 32 bits, and a sum that they go into
 * is among these. */
enum { WIDE_OPERATOR = 2, WIDE_PRODUCT = 4, WIDE_BY_POWER = 4, WIDE_BY_CONSTANT = 15 };

/* A product of 64 bits, of which the upper half is as long as two, and a shift; of signed numbers, what rounds to zero comes first. */
static const struct work by_constant = {.instructions = 3, .integers = 1, .products = 2};
static const struct work by_power = {.instructions = 1, .integers = 1}, signed_by_power = {.instructions = 3, .integers = 3};

/* 111 instructions, in which six rounds of a loop of 24 are told once. */
const struct work work_of_long_reduction = {.instructions = 111 + 5 * 24};

static bool
is_double(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT && type->size == 8;
}

static struct work
work_of(struct cost cost)
{
	return (struct work){.instructions = cost.instructions, .special = cost.special, .doubles = cost.doubles,
	                     .integers = cost.integers, .calls = cost.instructions == 0};
}

bool
is_wide_integer(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->size > 4;
}

struct work
work_of_division(const struct ir_type *type, enum division division, bool are_narrow)
{
	const bool is_wide = is_wide_integer(type), is_called = is_wide && !are_narrow;
	struct work work = work_of(!is_wide ? integer_division : are_narrow ? narrow_division : wide_division);
	switch (division) {
	case DIVISION_NEW: break;
	case DIVISION_BY_THE_SAME:
		/* Not so of a function, which does all of it anew. */
		work.instructions /= is_called ? 1 : 2;
		work.integers /= is_called ? 1 : 2;
		work.special = is_called ? work.special : 0;
		break;
	case DIVISION_AGAIN: return (struct work){.instructions = 1};
	case DIVISION_BY_POWER:
		if (!is_wide)
			return type->is_signed ? signed_by_power : by_power;
		return (struct work){.instructions = type->is_signed ? WIDE_BY_POWER : WIDE_OPERATOR};
	case DIVISION_BY_CONSTANT: return is_wide ? (struct work){.instructions = WIDE_BY_CONSTANT, .products = WIDE_BY_CONSTANT / 2} : by_constant;
	}
	return work;
}

/* Sums and shifts to the left can do without: a product's units make them as well. */
static bool
has_own_units(enum ir_op op)
{
	return op == IR_SHR || (op >= IR_BIT_AND && op <= IR_NE) || op == IR_BIT_NOT;
}

struct work
work_of_conversion(const struct ir_type *to)
{
	const bool to_integer = to->kind == IR_TYPE_INT;
	return (struct work){.instructions = 1, .special = to_integer, .integers = !to_integer};
}

struct work
work_of_operator(enum ir_op op, const struct ir_type *type)
{
	if (op == IR_DIV)
		return work_of(is_double(type) ? division_of_doubles : division);
	if (is_wide_integer(type))
		return op == IR_MUL ? (struct work){.instructions = WIDE_PRODUCT, .products = WIDE_PRODUCT}
		                    : (struct work){.instructions = WIDE_OPERATOR, .integers = has_own_units(op) ? WIDE_OPERATOR : 0};
	return (struct work){.instructions = 1, .doubles = is_double(type), .integers = !is_double(type) && has_own_units(op),
	                     .products = op == IR_MUL && type->kind == IR_TYPE_INT};
}

static const struct function_cost *
find(enum ir_builtin builtin)
{
	return functions[builtin].is_told ? &functions[builtin] : NULL;
}

bool
builtin_branches(enum ir_builtin builtin)
{
	return builtin == IR_BUILTIN_sqrt || builtin == IR_BUILTIN_sin || builtin == IR_BUILTIN_cos || builtin == IR_BUILTIN_tan;
}

struct work
work_of_builtin(enum ir_builtin builtin, const struct ir_type *type)
{
	const struct function_cost *function = find(builtin);
	if (!function)
		return (struct work){.instructions = 1, .doubles = is_double(type)};
	return work_of(is_double(type) ? function->twice : function->single);
}

struct work
work_of_approximation(const struct ir_expr *exact)
{
	const struct function_cost *function = exact->kind == IR_BUILTIN ? find(exact->builtin) : NULL;
	return work_of(function && function->approximate.instructions ? function->approximate : approximate_division);
}

/* Whether the opcode is that instruction, of whatever kind: "sqrt.approx.f32" is "sqrt". */
static bool
is_named(const char *opcode, const char *name)
{
	const size_t length = strlen(name);
	return !strncmp(opcode, name, length) && (!opcode[length] || opcode[length] == '.');
}

struct work
work_of_instruction(const char *opcode)
{
	static const char *const special[] = {"sin", "cos", "ex2", "lg2", "rcp", "rsqrt", "sqrt", "tanh"};
	static const char *const matrix[] = {"mma", "wmma", "wgmma", "tcgen05"};
	struct work work = {.instructions = 1};
	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		work.special += is_named(opcode, special[i]);
	for (size_t i = 0; i < sizeof matrix / sizeof *matrix; i++)
		work.calls += is_named(opcode, matrix[i]);
	return work;
}
