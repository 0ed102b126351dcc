#include "eval/guard/thread_numbers.h"

#include "ir/integer.h"
#include "support/hash.h"

struct thread_numbers
numbers_constant(int64_t integer)
{
	return (struct thread_numbers){.base = integer};
}

struct thread_numbers
numbers_unknown(unsigned spread)
{
	return (struct thread_numbers){.spread = spread, .unknown = true};
}

static int64_t
least(const struct thread_numbers *n)
{
	return n->base + n->low;
}

static int64_t
most(const struct thread_numbers *n)
{
	return n->base + n->high;
}

bool
numbers_is_constant(const struct thread_numbers *n)
{
	return !n->unknown && n->low == n->high;
}

bool
numbers_is_false(const struct thread_numbers *n)
{
	return numbers_is_constant(n) && !n->base;
}

bool
numbers_is_true(const struct thread_numbers *n)
{
	return numbers_is_constant(n) && n->base;
}

static struct thread_numbers
settled(struct thread_numbers n)
{
	return n.low == n.high && !n.unknown ? numbers_constant(n.base + n.low) : n;
}

uint64_t
numbers_key(const struct thread_numbers *n)
{
	return hash_mix((uint64_t)n->base, n->key);
}

struct thread_numbers
numbers_follows(uint64_t key, unsigned spread, int64_t low, int64_t high)
{
	return settled((struct thread_numbers){.low = low, .high = high, .key = spread ? 0 : key | 1, .spread = spread});
}

/* Nearly all are of four bytes. */
static inline void
range_of(const struct ir_type *type, int64_t *low, int64_t *high)
{
	if (type->kind == IR_TYPE_INT && type->size == 4) {
		*low = type->is_signed ? INT32_MIN : 0;
		*high = type->is_signed ? INT32_MAX : UINT32_MAX;
		return;
	}
	*low = type->kind == IR_TYPE_BOOL ? 0 : INT64_MIN;
	*high = type->kind == IR_TYPE_BOOL ? 1 : INT64_MAX;
	if (type->kind != IR_TYPE_BOOL)
		integer_range(type, low, high);
}

/* Any of the type that follows from two. */
static struct thread_numbers
any(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b)
{
	int64_t low, high;
	range_of(node->type, &low, &high);
	const unsigned spread = a->spread | b->spread;
	if (spread)
		return numbers_follows(0, spread, low, high);
	const uint64_t what = hash_mix(hash_mix(node->kind, node->op), (uint64_t)node->type->size << 1 | node->type->is_signed);
	return numbers_follows(hash_mix(hash_mix(what, numbers_key(a)), numbers_key(b)), 0, low, high);
}

static bool
is_number(const struct thread_numbers *n)
{
	int64_t from, to;
	return !__builtin_add_overflow(n->base, n->low, &from) && !__builtin_add_overflow(n->base, n->high, &to);
}

/* Whether the type holds all that it may be: where an unsigned number of 64 bits is read as a signed one, none below 0. */
static bool
fits(const struct thread_numbers *n, const struct ir_type *type)
{
	int64_t low, high;
	range_of(type, &low, &high);
	if (type->kind == IR_TYPE_INT && !type->is_signed && low < 0)
		low = 0;
	return is_number(n) && low <= least(n) && most(n) <= high;
}

/* a + b, or a - b; false: 64 bits are not enough. */
static bool
add(enum ir_op op, struct thread_numbers a, struct thread_numbers b, struct thread_numbers *sum)
{
	const unsigned spread = a.spread | b.spread;
	*sum = (struct thread_numbers){.spread = spread};
	if (op == IR_SUB && (b.base == INT64_MIN || b.low == INT64_MIN))
		return false;
	if (op == IR_SUB)
		b = (struct thread_numbers){.base = -b.base, .low = -b.high, .high = -b.low,
		                            .key = b.key ? hash_mix(IR_NEG, b.key) | 1 : 0};
	sum->key = spread ? 0 : !b.key ? a.key : !a.key ? b.key : hash_mix(hash_mix(IR_ADD, a.key), b.key) | 1;
	return !__builtin_add_overflow(a.base, b.base, &sum->base) && !__builtin_add_overflow(a.low, b.low, &sum->low) &&
	       !__builtin_add_overflow(a.high, b.high, &sum->high) && is_number(sum);
}

/* Of a number that may be one of a range the base is part of it. */
static bool
times(struct thread_numbers a, int64_t factor, struct thread_numbers *product)
{
	const int64_t low = factor < 0 ? a.high : a.low, high = factor < 0 ? a.low : a.high;
	*product = (struct thread_numbers){.key = a.key && factor != 1 ? hash_mix(hash_mix(IR_MUL, (uint64_t)factor), a.key) | 1 : a.key,
	                           .spread = a.spread};
	return !__builtin_mul_overflow(a.base, factor, &product->base) && !__builtin_mul_overflow(low, factor, &product->low) &&
	       !__builtin_mul_overflow(high, factor, &product->high);
}

/* Of what an operator makes of two. */
static uint64_t
key_of_both(enum ir_op op, const struct thread_numbers *a, const struct thread_numbers *b)
{
	return hash_mix(hash_mix(op, numbers_key(a)), numbers_key(b));
}

/* Both differ. */
static bool
multiply(const struct thread_numbers *a, const struct thread_numbers *b, struct thread_numbers *product)
{
	int64_t corners[4];
	if (__builtin_mul_overflow(least(a), least(b), &corners[0]) || __builtin_mul_overflow(least(a), most(b), &corners[1]) ||
	    __builtin_mul_overflow(most(a), least(b), &corners[2]) || __builtin_mul_overflow(most(a), most(b), &corners[3]))
		return false;
	int64_t low = corners[0], high = corners[0];
	for (int i = 1; i < 4; i++) {
		low = corners[i] < low ? corners[i] : low;
		high = corners[i] > high ? corners[i] : high;
	}
	*product = numbers_follows(key_of_both(IR_MUL, a, b), a->spread | b->spread, low, high);
	return true;
}

static int64_t
divided_down(int64_t a, int64_t by)
{
	return a / by - (a % by < 0);
}

/* Rounded down, by a positive number. */
static struct thread_numbers
quotient(const struct thread_numbers *a, int64_t by)
{
	if (a->spread)
		return numbers_follows(0, a->spread, divided_down(least(a), by), divided_down(most(a), by));
	const int64_t whole = divided_down(a->base, by), rest = a->base - whole * by;
	const int64_t low = divided_down(rest + a->low, by), high = divided_down(rest + a->high, by);
	const uint64_t key = hash_mix(hash_mix(IR_DIV, a->key), hash_mix((uint64_t)rest, (uint64_t)by));
	struct thread_numbers result = numbers_follows(key, 0, low, high);
	result.base += whole;
	return result;
}

/* What that leaves. */
static struct thread_numbers
remainder_of(const struct thread_numbers *a, int64_t by)
{
	const int64_t whole = divided_down(least(a), by);
	if (whole == divided_down(most(a), by)) {
		struct thread_numbers result = *a;
		result.base -= whole * by;
		return result;
	}
	const int64_t rest = a->base - divided_down(a->base, by) * by;
	return numbers_follows(hash_mix(hash_mix(IR_REM, a->key), hash_mix((uint64_t)rest, (uint64_t)by)), a->spread, 0, by - 1);
}

/* Numbers below a power of two. */
static int64_t
all_ones_above(int64_t number)
{
	int64_t ones = 0;
	while (ones < number)
		ones = ones * 2 + 1;
	return ones;
}

static bool
is_all_ones(int64_t number)
{
	return number > 0 && !(number & (number + 1));
}

/* Of bits; false: nothing is known of the result but that it follows. */
static bool
of_bits(enum ir_op op, const struct thread_numbers *a, const struct thread_numbers *b, struct thread_numbers *result)
{
	if (op == IR_BIT_AND && numbers_is_constant(b) && is_all_ones(b->base) && b->base < INT64_MAX) {
		*result = remainder_of(a, b->base + 1);
		return true;
	}
	if (least(a) < 0 || least(b) < 0)
		return false;
	const int64_t greater = most(a) > most(b) ? most(a) : most(b), less = most(a) > most(b) ? most(b) : most(a);
	const int64_t limit = op == IR_BIT_AND ? less : all_ones_above(greater);
	*result = numbers_follows(key_of_both(op, a, b), a->spread | b->spread, 0, limit);
	return true;
}

/* False: nothing is known but that it follows; else a number of the type, if it fits. */
static bool
compute(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b,
        struct thread_numbers *result)
{
	enum { MOST_SHIFTED = 62 };
	switch (node->op) {
	case IR_ADD: case IR_SUB:
		return add(node->op, *a, *b, result);
	case IR_MUL:
		return numbers_is_constant(b) ? times(*a, b->base, result) :
		       numbers_is_constant(a) ? times(*b, a->base, result) : multiply(a, b, result);
	case IR_SHL:
		return numbers_is_constant(b) && b->base >= 0 && b->base <= MOST_SHIFTED && times(*a, (int64_t)1 << b->base, result);
	case IR_SHR: case IR_DIV: case IR_REM: {
		const bool shifts = node->op == IR_SHR;
		if (!numbers_is_constant(b) || least(a) < 0 || b->base < !shifts || (shifts && b->base > MOST_SHIFTED))
			return false;
		*result = shifts ? quotient(a, (int64_t)1 << b->base) : node->op == IR_DIV ? quotient(a, b->base) : remainder_of(a, b->base);
		return true;
	}
	case IR_BIT_AND: case IR_BIT_OR: case IR_BIT_XOR:
		return numbers_is_constant(a) ? of_bits(node->op, b, a, result) : of_bits(node->op, a, b, result);
	default:
		return false;
	}
}

/* 1 and 0: a - b always compares so, or never does; -1: that depends. */
static int
comes_out(enum ir_op op, int64_t low, int64_t high)
{
	switch (op) {
	case IR_LT: return high < 0 ? 1 : low >= 0 ? 0 : -1;
	case IR_GT: return low > 0 ? 1 : high <= 0 ? 0 : -1;
	case IR_LE: return high <= 0 ? 1 : low > 0 ? 0 : -1;
	case IR_GE: return low >= 0 ? 1 : high < 0 ? 0 : -1;
	case IR_EQ: return low > 0 || high < 0 ? 0 : low == 0 && high == 0 ? 1 : -1;
	default: return low > 0 || high < 0 ? 1 : low == 0 && high == 0 ? 0 : -1;
	}
}

static struct thread_numbers
compare(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b)
{
	struct thread_numbers difference;
	if (!fits(a, node->operands) || !fits(b, node->operands) || !add(IR_SUB, *a, *b, &difference))
		return any(node, a, b);
	const int out = comes_out(node->op, least(&difference), most(&difference));
	if (out >= 0)
		return numbers_constant(out);
	const uint64_t key = difference.spread ? 0 : hash_mix(hash_mix(node->op, (uint64_t)difference.base), difference.key);
	return numbers_follows(key, difference.spread, 0, 1);
}

struct thread_numbers
numbers_binary(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b)
{
	int64_t integer;
	struct thread_numbers result;
	if (a->unknown || b->unknown)
		return numbers_unknown(0);
	if (numbers_is_constant(a) && numbers_is_constant(b)) {
		const bool known = integer_binary(node->op, node->operands, a->base, b->base, &integer);
		return known ? numbers_constant(integer) : numbers_unknown(0);
	}
	if (node->op >= IR_LT && node->op <= IR_NE)
		return compare(node, a, b);
	return compute(node, a, b, &result) && fits(&result, node->type) ? settled(result) : any(node, a, b);
}

struct thread_numbers
numbers_converted(const struct guard_node *node, const struct thread_numbers *a)
{
	const struct thread_numbers zero = numbers_constant(0);
	if (a->unknown)
		return numbers_unknown(a->spread);
	if (numbers_is_constant(a))
		return numbers_constant(integer_wrap(a->base, node->type));
	if (node->type->kind == IR_TYPE_BOOL && comes_out(IR_NE, least(a), most(a)) == 1)
		return numbers_constant(1);
	return fits(a, node->type) ? *a : any(node, a, &zero);
}

struct thread_numbers
numbers_unary(const struct guard_node *node, const struct thread_numbers *a)
{
	int64_t integer;
	const struct thread_numbers zero = numbers_constant(0);
	if (a->unknown)
		return numbers_unknown(a->spread);
	if (!numbers_is_constant(a))
		return any(node, a, &zero);
	return integer_binary(node->op, node->type, a->base, 0, &integer) ? numbers_constant(integer) : numbers_unknown(0);
}

struct thread_numbers
numbers_rounds(const struct thread_numbers *d, int64_t step)
{
	struct thread_numbers up;
	const struct thread_numbers rest = numbers_constant(step - 1);
	if (d->unknown || !is_number(d) || !add(IR_ADD, *d, rest, &up))
		return numbers_unknown(d->spread);
	if (most(d) <= 0)
		return numbers_constant(0);
	if (least(d) > 0)
		return quotient(&up, step);
	return numbers_follows(hash_mix(hash_mix(GUARD_ROUNDS, numbers_key(d)), (uint64_t)step), d->spread, 0, most(&up) / step);
}

struct thread_numbers
numbers_of_both(const struct guard_node *node, const struct thread_numbers *a, const struct thread_numbers *b, bool settles)
{
	if ((numbers_is_constant(a) && (a->base != 0) == settles) || (numbers_is_constant(b) && (b->base != 0) == settles))
		return numbers_constant(settles);
	if (numbers_is_constant(a))
		return *b;
	if (numbers_is_constant(b))
		return *a;
	return a->unknown || b->unknown ? numbers_unknown(a->spread | b->spread) : any(node, a, b);
}

struct thread_numbers
numbers_choice(const struct thread_numbers *condition, const struct thread_numbers *a, const struct thread_numbers *b)
{
	if (numbers_is_constant(condition))
		return condition->base ? *a : *b;
	if (condition->unknown || a->unknown || b->unknown)
		return numbers_unknown(condition->spread);
	const int64_t low = least(a) < least(b) ? least(a) : least(b), high = most(a) > most(b) ? most(a) : most(b);
	const uint64_t key = hash_mix(hash_mix(numbers_key(condition), numbers_key(a)), numbers_key(b));
	return numbers_follows(key, condition->spread | a->spread | b->spread, low, high);
}
