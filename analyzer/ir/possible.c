#include "ir/possible.h"

#include "ir/integer.h"

static const uint64_t SIGN = (uint64_t)1 << 63;

/* ---- sets ---- */

struct possible
possible_anything(void)
{
	return (struct possible){.low = INT64_MIN, .high = INT64_MAX};
}

struct possible
possible_none(void)
{
	return (struct possible){.low = 1, .high = 0};
}

bool
possible_is_none(struct possible p)
{
	return p.low > p.high;
}

bool
possible_is_one(struct possible p)
{
	return p.low == p.high;
}

bool
possible_same(struct possible a, struct possible b)
{
	return a.zeros == b.zeros && a.ones == b.ones && a.low == b.low && a.high == b.high;
}

/* Bounds that have the first bits in common say what these are, and known bits bound the number. */
static struct possible
settled(struct possible p)
{
	if (p.low > p.high || p.zeros & p.ones)
		return possible_none();
	const uint64_t least = p.zeros & SIGN ? p.ones : p.ones | SIGN, most = p.ones & SIGN ? ~p.zeros : ~p.zeros & ~SIGN;
	if ((int64_t)least > p.low)
		p.low = (int64_t)least;
	if ((int64_t)most < p.high)
		p.high = (int64_t)most;
	if (p.low > p.high)
		return possible_none();
	const uint64_t differing = (uint64_t)p.low ^ (uint64_t)p.high;
	const uint64_t common = differing ? ~(UINT64_MAX >> __builtin_clzll(differing)) : UINT64_MAX;
	p.ones |= (uint64_t)p.low & common;
	p.zeros |= ~(uint64_t)p.low & common;
	return p.zeros & p.ones ? possible_none() : p;
}

struct possible
possible_between(int64_t low, int64_t high)
{
	return settled((struct possible){.low = low, .high = high});
}

struct possible
possible_exactly(int64_t number)
{
	return possible_between(number, number);
}

struct possible
possible_of_type(const struct ir_type *type)
{
	int64_t low, high;
	if (type->kind == IR_TYPE_BOOL)
		return possible_between(0, 1);
	return type->kind == IR_TYPE_INT && integer_range(type, &low, &high) ? possible_between(low, high) : possible_anything();
}

struct possible
possible_join(struct possible a, struct possible b)
{
	if (possible_is_none(a) || possible_is_none(b))
		return possible_is_none(a) ? b : a;
	return (struct possible){a.zeros & b.zeros, a.ones & b.ones, a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

struct possible
possible_meet(struct possible a, struct possible b)
{
	return settled((struct possible){a.zeros | b.zeros, a.ones | b.ones, a.low > b.low ? a.low : b.low,
	                                 a.high < b.high ? a.high : b.high});
}

/* As many bits, from the lowest. */
static uint64_t
lowest(unsigned count)
{
	return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

struct possible
possible_widen(struct possible last, struct possible next)
{
	if (possible_is_none(last))
		return next;
	const uint64_t lost = (last.zeros & ~next.zeros) | (last.ones & ~next.ones);
	const uint64_t kept = lost ? lowest((unsigned)__builtin_ctzll(lost)) : UINT64_MAX;
	return settled((struct possible){.zeros = next.zeros & kept, .ones = next.ones & kept,
	                                 .low = next.low < last.low ? INT64_MIN : next.low,
	                                 .high = next.high > last.high ? INT64_MAX : next.high});
}

/* ---- types ---- */

static uint64_t
bits_of(const struct ir_type *type)
{
	return type->size < 8 ? ((uint64_t)1 << 8 * type->size) - 1 : UINT64_MAX;
}

/* Cut to the type's width and extended again. */
static struct possible
wrapped(struct possible p, const struct ir_type *type)
{
	const struct possible all = possible_of_type(type);
	if (possible_is_none(p) || (all.low <= p.low && p.high <= all.high))
		return p;
	const uint64_t kept = bits_of(type), sign = kept & ~(kept >> 1);
	struct possible cut = {.zeros = p.zeros & kept, .ones = p.ones & kept, .low = all.low, .high = all.high};
	if (!type->is_signed || p.zeros & sign)
		cut.zeros |= ~kept;
	else if (p.ones & sign)
		cut.ones |= ~kept;
	return settled(cut);
}

/* The result of arithmetic that must not leave the range of a signed type. */
static struct possible
in_range(struct possible p, const struct ir_type *type)
{
	return type->is_signed ? possible_meet(p, possible_of_type(type)) : wrapped(p, type);
}

/* Whether comparing as signed 64-bit numbers, as is done here, orders them as their type does. */
static bool
is_ordered(const struct ir_type *type, struct possible a, struct possible b)
{
	return type->is_signed || (a.low >= 0 && b.low >= 0);
}

/* ---- arithmetic ---- */

/* a + b + carry, of bits: those of the sum that no unknown one carries into. */
static struct possible
added_bits(struct possible a, struct possible b, bool carry)
{
	const uint64_t most = ~a.zeros + ~b.zeros + carry, least = a.ones + b.ones + carry;
	const uint64_t carry_zero = ~(most ^ a.zeros ^ b.zeros), carry_one = least ^ a.ones ^ b.ones;
	const uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & (carry_zero | carry_one);
	return (struct possible){.zeros = ~most & known, .ones = least & known, .low = INT64_MIN, .high = INT64_MAX};
}

static struct possible
complement(struct possible p)
{
	return (struct possible){.zeros = p.ones, .ones = p.zeros, .low = ~p.high, .high = ~p.low};
}

/* A bound that signed numbers do not go beyond; `sign`: of the result, where it overflows. */
static int64_t
saturating(int64_t bound, bool overflows, int64_t sign)
{
	return !overflows ? bound : sign < 0 ? INT64_MIN : INT64_MAX;
}

static struct possible
sum(struct possible a, struct possible b, const struct ir_type *type)
{
	struct possible p = added_bits(a, b, false);
	int64_t low, high;
	const bool below = __builtin_add_overflow(a.low, b.low, &low), above = __builtin_add_overflow(a.high, b.high, &high);
	if (type->is_signed || (!below && !above)) {
		p.low = saturating(low, below, a.low);
		p.high = saturating(high, above, a.high);
	}
	return in_range(settled(p), type);
}

static struct possible
difference(struct possible a, struct possible b, const struct ir_type *type)
{
	struct possible p = added_bits(a, complement(b), true);
	int64_t low, high;
	const bool below = __builtin_sub_overflow(a.low, b.high, &low), above = __builtin_sub_overflow(a.high, b.low, &high);
	if (type->is_signed || (!below && !above)) {
		p.low = saturating(low, below, a.low);
		p.high = saturating(high, above, a.high);
	}
	return in_range(settled(p), type);
}

/* Bits from the lowest that are surely zero, at most 63. */
static unsigned
trailing_zeros(struct possible p)
{
	const uint64_t others = ~p.zeros;
	return others ? (unsigned)__builtin_ctzll(others) : 63;
}

static struct possible
product_bits(struct possible a, struct possible b)
{
	const uint64_t unknown = ~((a.zeros | a.ones) & (b.zeros | b.ones));
	const uint64_t known = unknown ? lowest((unsigned)__builtin_ctzll(unknown)) : UINT64_MAX;
	return (struct possible){.zeros = (~(a.ones * b.ones) & known) | lowest(trailing_zeros(a) + trailing_zeros(b)),
	                         .ones = a.ones * b.ones & known, .low = INT64_MIN, .high = INT64_MAX};
}

static struct possible
product(struct possible a, struct possible b, const struct ir_type *type)
{
	struct possible p = product_bits(a, b);
	const int64_t of_a[] = {a.low, a.high}, of_b[] = {b.low, b.high};
	int64_t low = INT64_MAX, high = INT64_MIN;
	for (unsigned i = 0; i < 4; i++) {
		int64_t corner;
		if (__builtin_mul_overflow(of_a[i & 1], of_b[i >> 1], &corner))
			return in_range(settled(p), type);
		low = corner < low ? corner : low;
		high = corner > high ? corner : high;
	}
	p.low = low;
	p.high = high;
	return in_range(settled(p), type);
}

/* By a number above zero. */
static struct possible
quotient(struct possible a, struct possible b, const struct ir_type *type)
{
	if (b.low <= 0 || !is_ordered(type, a, b))
		return possible_of_type(type);
	return possible_between(a.low / (a.low < 0 ? b.low : b.high), a.high / (a.high < 0 ? b.high : b.low));
}

static struct possible
remainder_of(struct possible a, struct possible b, const struct ir_type *type)
{
	if (b.low <= 0)
		return possible_of_type(type);
	struct possible p = {.low = is_ordered(type, a, b) && a.low < 0 ? 1 - b.high : 0, .high = b.high - 1};
	if (p.low < a.low && a.low <= 0)
		p.low = a.low;
	if (is_ordered(type, a, b) && a.high < p.high)
		p.high = a.high > 0 ? a.high : 0;
	if (p.low >= 0 && possible_is_one(b) && !(b.low & (b.low - 1))) {
		const uint64_t mask = (uint64_t)b.low - 1;
		p.zeros = a.zeros | ~mask;
		p.ones = a.ones & mask;
	}
	return settled(p);
}

static struct possible
shifted_left(struct possible a, struct possible by, const struct ir_type *type)
{
	if (!possible_is_one(by) || by.low < 0 || by.low >= (int64_t)(8 * type->size))
		return possible_of_type(type);
	struct possible p = {.zeros = a.zeros << by.low | lowest((unsigned)by.low), .ones = a.ones << by.low,
	                     .low = INT64_MIN, .high = INT64_MAX};
	int64_t low, high;
	if (by.low < 63 && !__builtin_mul_overflow(a.low, (int64_t)1 << by.low, &low) &&
	    !__builtin_mul_overflow(a.high, (int64_t)1 << by.low, &high)) {
		p.low = low;
		p.high = high;
	}
	return wrapped(settled(p), type);
}

static struct possible
shifted_right(struct possible a, struct possible by, const struct ir_type *type)
{
	const int64_t width = (int64_t)(8 * type->size);
	if (by.low < 0 || by.high >= width || (a.low < 0 && !type->is_signed))
		return possible_of_type(type);
	struct possible p = {.low = a.low >> (a.low < 0 ? by.low : by.high), .high = a.high >> (a.high < 0 ? by.high : by.low)};
	if (possible_is_one(by)) {
		p.zeros = (uint64_t)((int64_t)a.zeros >> by.low);
		p.ones = (uint64_t)((int64_t)a.ones >> by.low);
	}
	return settled(p);
}

static struct possible
of_bits(uint64_t zeros, uint64_t ones)
{
	return settled((struct possible){.zeros = zeros, .ones = ones, .low = INT64_MIN, .high = INT64_MAX});
}

/* No more than an operand that is not below zero. */
static struct possible
common_bits(struct possible a, struct possible b)
{
	struct possible p = {.zeros = a.zeros | b.zeros, .ones = a.ones & b.ones, .low = INT64_MIN, .high = INT64_MAX};
	if (a.low >= 0 || b.low >= 0)
		p.low = 0;
	if (a.low >= 0)
		p.high = a.high;
	if (b.low >= 0 && b.high < p.high)
		p.high = b.high;
	return settled(p);
}

/* ---- comparisons ---- */

static struct possible
decision(bool holds)
{
	return possible_exactly(holds);
}

static struct possible
is_less(struct possible a, struct possible b)
{
	return a.high < b.low ? decision(true) : a.low >= b.high ? decision(false) : possible_between(0, 1);
}

static struct possible
is_equal(struct possible a, struct possible b)
{
	const bool differs = possible_is_none(possible_meet(a, b));
	return differs ? decision(false) : possible_is_one(a) && possible_is_one(b) ? decision(true) : possible_between(0, 1);
}

static struct possible
opposite(struct possible decision)
{
	return possible_between(1 - decision.high, 1 - decision.low);
}

static struct possible
comparison(enum ir_op op, const struct ir_type *type, struct possible a, struct possible b)
{
	if (op == IR_EQ)
		return is_equal(a, b);
	if (op == IR_NE)
		return opposite(is_equal(a, b));
	if (!is_ordered(type, a, b))
		return possible_between(0, 1);
	switch (op) {
	case IR_LT: return is_less(a, b);
	case IR_GT: return is_less(b, a);
	case IR_LE: return opposite(is_less(b, a));
	default: return opposite(is_less(a, b));
	}
}

struct possible
possible_operation(enum ir_op op, const struct ir_type *type, const struct ir_type *operand, struct possible a, struct possible b)
{
	if (possible_is_none(a) || possible_is_none(b))
		return possible_none();
	switch (op) {
	case IR_ADD: return sum(a, b, type);
	case IR_SUB: return difference(a, b, type);
	case IR_MUL: return product(a, b, type);
	case IR_DIV: return quotient(a, b, type);
	case IR_REM: return remainder_of(a, b, type);
	case IR_SHL: return shifted_left(a, b, type);
	case IR_SHR: return shifted_right(a, b, type);
	case IR_BIT_AND: return common_bits(a, b);
	case IR_BIT_OR: return of_bits(a.zeros & b.zeros, a.ones | b.ones);
	case IR_BIT_XOR: return of_bits((a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros));
	case IR_NEG: return difference(possible_exactly(0), a, type);
	case IR_BIT_NOT: return wrapped(complement(a), type);
	case IR_NOT: return is_equal(a, possible_exactly(0));
	default: return comparison(op, operand, a, b);
	}
}

struct possible
possible_converted(const struct ir_type *to, const struct ir_type *from, struct possible a)
{
	if (from->kind != IR_TYPE_INT && from->kind != IR_TYPE_BOOL)
		return possible_of_type(to);
	if (to->kind == IR_TYPE_BOOL)
		return opposite(is_equal(a, possible_exactly(0)));
	return to->kind == IR_TYPE_INT ? wrapped(a, to) : possible_anything();
}

struct possible
possible_where(enum ir_op op, const struct ir_type *type, struct possible a, struct possible b)
{
	if (op == IR_EQ)
		return possible_meet(a, b);
	if (op == IR_NE && possible_is_one(b)) {
		if (a.low == b.low)
			return a.low == a.high ? possible_none() : possible_meet(a, possible_between(a.low + 1, a.high));
		return a.high == b.low ? possible_meet(a, possible_between(a.low, a.high - 1)) : a;
	}
	/* An unsigned number that is less than one that is not too large is none of the largest, which are below zero here. */
	const bool is_below = !type->is_signed && b.low >= 0 && (op == IR_LT || op == IR_LE);
	if (op == IR_NE || (!is_below && !is_ordered(type, a, b)))
		return a;
	const int64_t least = is_below ? 0 : INT64_MIN;
	switch (op) {
	case IR_LT: return b.high == least ? possible_none() : possible_meet(a, possible_between(least, b.high - 1));
	case IR_LE: return possible_meet(a, possible_between(least, b.high));
	case IR_GT: return b.low == INT64_MAX ? possible_none() : possible_meet(a, possible_between(b.low + 1, INT64_MAX));
	case IR_GE: return possible_meet(a, possible_between(b.low, INT64_MAX));
	default: return a;
	}
}

/* Where bounds are known to be those of one of both. */
static struct possible
one_of(struct possible a, struct possible b, int64_t low, int64_t high)
{
	return possible_meet(possible_join(a, b), possible_between(low, high));
}

struct possible
possible_least(const struct ir_type *type, struct possible a, struct possible b)
{
	if (possible_is_none(a) || possible_is_none(b) || !is_ordered(type, a, b))
		return possible_join(a, b);
	return one_of(a, b, a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

struct possible
possible_most(const struct ir_type *type, struct possible a, struct possible b)
{
	if (possible_is_none(a) || possible_is_none(b) || !is_ordered(type, a, b))
		return possible_join(a, b);
	return one_of(a, b, a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}
