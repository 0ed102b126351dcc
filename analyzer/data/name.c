#include "data/name.h"

#include "support/hash.h"

struct name
name_of_constant(int64_t number)
{
	return (struct name){.number = (uint64_t)number, .kind = NAME_CONSTANT};
}

struct name
name_of_identity(uint64_t identity)
{
	return (struct name){.number = hash_mix(identity, 0), .kind = NAME_OPAQUE};
}

struct name
name_of_real(double number)
{
	union { double real; uint64_t bits; } const real = {.real = number};
	return name_of_identity(real.bits);
}

static uint32_t
later(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Of the operands' iterations, when the compiler follows the operation from one to the next. */
static struct name
followed(struct name a, struct name b, uint64_t number)
{
	if (a.kind == NAME_NONE || b.kind == NAME_NONE)
		return (struct name){.kind = NAME_NONE};
	return (struct name){number, later(a.varies, b.varies), later(a.made, b.made), NAME_OPAQUE};
}

static struct name
not_followed(struct name a, struct name b, uint64_t number)
{
	struct name name = followed(a, b, number);
	name.made = later(name.made, name.varies);
	return name;
}

static uint64_t
identity_of(unsigned op, const struct ir_type *type)
{
	return ((uint64_t)op << 16 | (uint64_t)type->kind << 8 | type->size << 1 | type->is_signed) + 1;
}

static bool
commutes(enum ir_op op)
{
	return op == IR_BIT_AND || op == IR_BIT_OR || op == IR_BIT_XOR || op == IR_EQ || op == IR_NE;
}

static struct name
hashed(enum ir_op op, const struct ir_type *type, struct name a, struct name b)
{
	const bool swap = commutes(op) && a.number > b.number;
	const uint64_t x = swap ? b.number : a.number, y = swap ? a.number : b.number;
	return not_followed(a, b, hash_mix(hash_mix(identity_of(op, type), x), y));
}

static bool
is_number(struct name name, double number)
{
	return (name.kind == NAME_CONSTANT && name.number == (uint64_t)number) || name_same(name, name_of_real(number));
}

static bool
is_zero(struct name name)
{
	return name.kind == NAME_CONSTANT && !name.number;
}

/* Of floating point, and of nothing that would lose the sign of a zero. */
static bool
leaves_as_it_is(enum ir_op op, struct name b)
{
	return (op == IR_SUB && is_number(b, 0)) || ((op == IR_MUL || op == IR_DIV) && is_number(b, 1));
}

/* Random numbers of 64 bits are not so near to zero: all that was not known has cancelled. */
static struct name
unless_constant(struct name name)
{
	enum { LARGEST = 1 << 16 };
	const int64_t number = (int64_t)name.number;
	return name.kind == NAME_OPAQUE && number > -LARGEST && number < LARGEST ? name_of_constant(number) : name;
}

struct name
name_binary(enum ir_op op, const struct ir_type *type, struct name a, struct name b)
{
	const bool with_constant = a.kind == NAME_CONSTANT || b.kind == NAME_CONSTANT;
	if (type->kind == IR_TYPE_FLOAT && leaves_as_it_is(op, b))
		return a;
	if (type->kind == IR_TYPE_FLOAT && op == IR_MUL && is_number(a, 1))
		return b;
	if (type->kind == IR_TYPE_FLOAT)
		return hashed(op, type, a, b);
	if (op == IR_ADD || op == IR_SUB) {
		const uint64_t sum = op == IR_ADD ? a.number + b.number : a.number - b.number;
		return unless_constant(with_constant ? followed(a, b, sum) : not_followed(a, b, sum));
	}
	if ((op == IR_MUL || op == IR_BIT_AND) && (is_zero(a) || is_zero(b)))
		return name_of_constant(0);
	if (op == IR_MUL)
		return unless_constant(not_followed(a, b, a.number * b.number));
	if (op == IR_SHL && b.kind == NAME_CONSTANT && b.number < 64)
		return not_followed(a, b, a.number << b.number);
	return hashed(op, type, a, b);
}

struct name
name_unary(enum ir_op op, const struct ir_type *type, struct name a)
{
	if (op == IR_NEG && type->kind != IR_TYPE_FLOAT)
		return not_followed(a, a, 0 - a.number);
	return not_followed(a, a, hash_mix(identity_of(op, type), a.number));
}

struct name
name_convert(const struct ir_type *to, const struct ir_type *from, struct name a)
{
	const bool whole = to->kind != IR_TYPE_FLOAT && from->kind != IR_TYPE_FLOAT && to->kind != IR_TYPE_BOOL;
	/* A sum of signed numbers does not overflow, so it may as well be made of wide ones; not so of unsigned ones. */
	if (to->kind == IR_TYPE_FLOAT && from->kind == IR_TYPE_FLOAT && to->size == from->size && to->is_bfloat == from->is_bfloat)
		return a;
	if (a.kind == NAME_CONSTANT || (whole && (to->size == from->size || (to->size > from->size && from->is_signed))))
		return a;
	return followed(a, a, hash_mix(identity_of(IR_NOT + 1, to), a.number));
}

struct name
name_offset(struct name base, const struct ir_type *type, struct name index, int64_t scale)
{
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	if (type->size < wide.size)
		index = name_convert(&wide, type, index);
	return followed(base, index, base.number + index.number * (uint64_t)scale);
}

struct name
name_apply(struct name function, struct name argument)
{
	return not_followed(function, argument, hash_mix(function.number, argument.number));
}

bool
name_is_within(struct name name, struct name variable, int64_t bytes)
{
	static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	return (!bytes && name_same(name, variable)) ||
	       name_same(name, name_offset(variable, &wide, name_of_constant(bytes), 1));
}
