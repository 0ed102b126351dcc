#include "code/narrow/narrow_bits.h"

#include "ir/integer.h"

/* Of library functions nothing is noted, but they have literals. */
static struct possible
value_of(const struct possible_values *values, const struct ir_expr *e)
{
	return e->kind == IR_INT ? possible_exactly(e->integer) : possible_value(values, e);
}

uint64_t
narrow_all_of(const struct ir_type *type)
{
	const bool has_bits = type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT || type->kind == IR_TYPE_RECORD;
	return !has_bits || type->size >= 8 ? ALL_BITS : ((uint64_t)1 << 8 * type->size) - 1;
}

/* Up to the highest of them: what carries into them. */
static uint64_t
and_below(uint64_t bits)
{
	return bits ? ALL_BITS >> __builtin_clzll(bits) : 0;
}

bool
narrow_is_enough(const struct ir_type *type, uint64_t bits)
{
	const unsigned half = (unsigned)(8 * type->size / 2);
	return !bits || (type->size > 1 && type->size <= 8 && (!(bits >> half) || !(bits & (((uint64_t)1 << half) - 1)) ||
	       (type->size > 2 && and_below(bits) >> __builtin_ctzll(bits) < (uint64_t)1 << half)));
}

uint64_t
narrow_operand(enum ir_op op, const struct ir_type *type, uint64_t bits)
{
	if (type->kind != IR_TYPE_INT)
		return ALL_BITS;
	switch (op) {
	case IR_ADD: case IR_SUB: case IR_MUL: case IR_NEG:
		return and_below(bits);
	case IR_BIT_AND: case IR_BIT_OR: case IR_BIT_XOR: case IR_BIT_NOT:
		return bits;
	default:
		return ALL_BITS;
	}
}

/* What is computed with: of an IR_BINARY, or of an IR_UPDATE and what it updates. */
struct operation {
	const struct possible_values *values;
	enum ir_op op;
	const struct ir_type *type, *left;  /* of the result; of the first operand */
	struct possible a, b;
	const struct ir_expr *first;        /* NULL: what is updated */
};

static uint64_t
shifted(const struct operation *o, uint64_t bits)
{
	const int64_t by = o->b.low;
	if (!possible_is_one(o->b) || by < 0 || by >= 64)
		return ALL_BITS;
	if (o->op == IR_SHL)
		return bits >> by;
	const uint64_t all = narrow_all_of(o->left), sign = o->left->is_signed ? (all >> 1) + 1 : 0;
	return (bits << by & all) | (bits << by & ~all ? sign : 0);
}

/* The only number that it may be, if that is a power of two; else 0. */
static int64_t
power_of_two(struct possible number)
{
	return possible_is_one(number) && number.low > 0 && !(number.low & (number.low - 1)) ? number.low : 0;
}

/* Dividing by a power of two is a mask or a shift, of numbers that are not below zero; what is left over has the same lowest
 * bits in any case. */
static uint64_t
divided(const struct operation *o, uint64_t bits)
{
	const int64_t by = o->type->kind == IR_TYPE_INT ? power_of_two(o->b) : 0;
	const uint64_t below = by ? (uint64_t)by - 1 : ALL_BITS;
	if (by && o->op == IR_REM && !(bits & ~below))
		return bits;
	if (!by || (o->type->is_signed && o->a.low < 0))
		return ALL_BITS;
	return o->op == IR_REM ? below : ~below;
}

static bool
is_only(struct possible p, int64_t number)
{
	return possible_is_one(p) && p.low == number;
}

/* Numbers of 8 bytes lie in two registers: whether one is below zero its upper half says. Of others the whole is compared. */
static uint64_t
compared(enum ir_op op, const struct ir_type *type, struct possible with)
{
	const bool asks_sign = type->kind == IR_TYPE_INT && type->size == 8 && type->is_signed &&
	                       (op == IR_LT || op == IR_GE ? is_only(with, 0) : (op == IR_LE || op == IR_GT) && is_only(with, -1));
	return asks_sign ? (uint64_t)1 << 63 : ALL_BITS;
}

/* Whether something is left over of a division. Of numbers in one register the compiler asks for all of them. */
static uint64_t
left_over(const struct operation *o)
{
	const struct ir_expr *e = o->first;
	const bool asks = e->kind == IR_BINARY && e->op == IR_REM && e->type->size == 8 && is_only(o->b, 0);
	const int64_t by = asks ? power_of_two(value_of(o->values, e->b)) : 0;
	return by ? (uint64_t)by - 1 : ALL_BITS;
}

static struct narrow_operands
operands_of(const struct operation *o, uint64_t bits)
{
	const uint64_t of_either = narrow_operand(o->op, o->type, bits);
	switch (o->op) {
	case IR_BIT_AND:
		return (struct narrow_operands){bits & ~o->b.zeros, bits & ~o->a.zeros};
	case IR_BIT_OR:
		return (struct narrow_operands){bits & ~o->b.ones, bits & ~o->a.ones};
	case IR_SHL: case IR_SHR:
		return (struct narrow_operands){shifted(o, bits), ALL_BITS};
	case IR_DIV: case IR_REM:
		return (struct narrow_operands){divided(o, bits), ALL_BITS};
	case IR_LT: case IR_GT: case IR_LE: case IR_GE:
		return (struct narrow_operands){compared(o->op, o->left, o->b), compared(integer_turned(o->op), o->left, o->a)};
	case IR_EQ: case IR_NE:
		return (struct narrow_operands){left_over(o), ALL_BITS};
	default:
		return (struct narrow_operands){of_either, of_either};
	}
}

struct narrow_operands
narrow_operands_of(const struct possible_values *values, const struct ir_expr *e, uint64_t bits)
{
	const struct operation o = {values, e->op, e->type, e->a->type, value_of(values, e->a), value_of(values, e->b), e->a};
	return operands_of(&o, bits);
}

struct narrow_operands
narrow_updated(const struct possible_values *values, const struct ir_expr *e, uint64_t bits)
{
	const bool is_whole = e->type->kind != IR_TYPE_INT || e->compute_type->kind != IR_TYPE_INT;
	const struct operation o = {values, e->op, e->compute_type, e->compute_type, possible_of_type(e->type), value_of(values, e->b), NULL};
	return is_whole ? (struct narrow_operands){ALL_BITS, ALL_BITS} : operands_of(&o, bits);
}

uint64_t
narrow_converted(const struct ir_expr *e, uint64_t bits)
{
	if (e->type->kind != IR_TYPE_INT || e->a->type->kind != IR_TYPE_INT)
		return ALL_BITS;
	const uint64_t from = narrow_all_of(e->a->type), to = narrow_all_of(e->type);
	const bool sign = e->a->type->is_signed && bits & to & ~from;
	return (bits & to & from) | (sign ? (from >> 1) + 1 : 0);
}

uint64_t
narrow_argument(const struct ir_expr *e, uint32_t index, uint64_t bits)
{
	const bool is_double = e->args[index]->type->kind == IR_TYPE_FLOAT && e->args[index]->type->size == 8;
	switch (e->builtin) {
	case IR_BUILTIN___gl_bits:
		return bits;
	case IR_BUILTIN_signbit:
		return is_double ? (uint64_t)1 << 63 : ALL_BITS;
	case IR_BUILTIN_copysign:
		return is_double && index == 1 ? (uint64_t)1 << 63 : ALL_BITS;
	default:
		return ALL_BITS;
	}
}
