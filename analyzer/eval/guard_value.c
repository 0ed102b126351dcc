#include "eval/guard_value.h"

#include <stdlib.h>

#include "ir/integer.h"
#include "support/hash.h"
#include "support/memory.h"

/* Of each thread base + a part of its own, which is in [low, high] and follows, for all threads, from the key. One whose number
 * differs between the blocks of the box has no base and no key. */
struct number {
	int64_t base, low, high;
	uint64_t key;            /* 0: threads do not differ */
	unsigned spread;         /* the dimensions along which blocks differ, a bit each */
	bool unknown;
};

struct guard_values {
	const struct guard_graph *graph;
	int64_t threads[3];
	struct guard_box box;
	struct number numbers[MOST_GUARD_NODES];
	uint32_t known_since[MOST_GUARD_NODES];   /* the box for which the number was computed */
	uint32_t box_number;
	bool is_left_out[MOST_GUARDS];
	bool varies;
	uint64_t steps;
};

enum { MOST_COUNTS = 8 };   /* rounds of a loop, the most less the least, by which blocks are told apart */

static const struct number *value_of(struct guard_values *v, guard_id id);

/* ---- numbers ---- */

static struct number
constant(int64_t integer)
{
	return (struct number){.base = integer};
}

static struct number
unknown(unsigned spread)
{
	return (struct number){.spread = spread, .unknown = true};
}

static int64_t
least(const struct number *n)
{
	return n->base + n->low;
}

static int64_t
most(const struct number *n)
{
	return n->base + n->high;
}

/* One for all threads and blocks. */
static bool
is_constant(const struct number *n)
{
	return !n->unknown && n->low == n->high;
}

static bool
is_false(const struct number *n)
{
	return is_constant(n) && !n->base;
}

static bool
is_true(const struct number *n)
{
	return is_constant(n) && n->base;
}

static struct number
settled(struct number n)
{
	return n.low == n.high && !n.unknown ? constant(n.base + n.low) : n;
}

static uint64_t
key_of(const struct number *n)
{
	return hash_mix((uint64_t)n->base, n->key);
}

/* Some number of [low, high] that follows from others; never 0. */
static struct number
follows(uint64_t key, unsigned spread, int64_t low, int64_t high)
{
	return settled((struct number){.low = low, .high = high, .key = spread ? 0 : key | 1, .spread = spread});
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
static struct number
any(const struct guard_node *node, const struct number *a, const struct number *b)
{
	int64_t low, high;
	range_of(node->type, &low, &high);
	const unsigned spread = a->spread | b->spread;
	if (spread)
		return follows(0, spread, low, high);
	const uint64_t what = hash_mix(hash_mix(node->kind, node->op), (uint64_t)node->type->size << 1 | node->type->is_signed);
	return follows(hash_mix(hash_mix(what, key_of(a)), key_of(b)), 0, low, high);
}

static bool
is_number(const struct number *n)
{
	int64_t from, to;
	return !__builtin_add_overflow(n->base, n->low, &from) && !__builtin_add_overflow(n->base, n->high, &to);
}

/* Whether the type holds all that it may be: where an unsigned number of 64 bits is read as a signed one, none below 0. */
static bool
fits(const struct number *n, const struct ir_type *type)
{
	int64_t low, high;
	range_of(type, &low, &high);
	if (type->kind == IR_TYPE_INT && !type->is_signed && low < 0)
		low = 0;
	return is_number(n) && low <= least(n) && most(n) <= high;
}

/* ---- arithmetic ---- */

/* a + b, or a - b; false: 64 bits are not enough. */
static bool
add(enum ir_op op, struct number a, struct number b, struct number *sum)
{
	const unsigned spread = a.spread | b.spread;
	*sum = (struct number){.spread = spread};
	if (op == IR_SUB && (b.base == INT64_MIN || b.low == INT64_MIN))
		return false;
	if (op == IR_SUB)
		b = (struct number){.base = -b.base, .low = -b.high, .high = -b.low, .key = b.key ? hash_mix(IR_NEG, b.key) | 1 : 0};
	sum->key = spread ? 0 : !b.key ? a.key : !a.key ? b.key : hash_mix(hash_mix(IR_ADD, a.key), b.key) | 1;
	return !__builtin_add_overflow(a.base, b.base, &sum->base) && !__builtin_add_overflow(a.low, b.low, &sum->low) &&
	       !__builtin_add_overflow(a.high, b.high, &sum->high) && is_number(sum);
}

/* Of a number that may be one of a range the base is part of it. */
static bool
times(struct number a, int64_t factor, struct number *product)
{
	const int64_t low = factor < 0 ? a.high : a.low, high = factor < 0 ? a.low : a.high;
	*product = (struct number){.key = a.key && factor != 1 ? hash_mix(hash_mix(IR_MUL, (uint64_t)factor), a.key) | 1 : a.key,
	                           .spread = a.spread};
	return !__builtin_mul_overflow(a.base, factor, &product->base) && !__builtin_mul_overflow(low, factor, &product->low) &&
	       !__builtin_mul_overflow(high, factor, &product->high);
}

/* Both differ. */
static bool
multiply(const struct number *a, const struct number *b, uint64_t key, struct number *product)
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
	*product = follows(key, a->spread | b->spread, low, high);
	return true;
}

static int64_t
divided_down(int64_t a, int64_t by)
{
	return a / by - (a % by < 0);
}

/* Rounded down, by a positive number. */
static struct number
quotient(const struct number *a, int64_t by)
{
	if (a->spread)
		return follows(0, a->spread, divided_down(least(a), by), divided_down(most(a), by));
	const int64_t whole = divided_down(a->base, by), rest = a->base - whole * by;
	const int64_t low = divided_down(rest + a->low, by), high = divided_down(rest + a->high, by);
	struct number result = follows(hash_mix(hash_mix(IR_DIV, a->key), hash_mix((uint64_t)rest, (uint64_t)by)), 0, low, high);
	result.base += whole;
	return result;
}

/* What that leaves. */
static struct number
remainder_of(const struct number *a, int64_t by)
{
	const int64_t whole = divided_down(least(a), by);
	if (whole == divided_down(most(a), by)) {
		struct number result = *a;
		result.base -= whole * by;
		return result;
	}
	const int64_t rest = a->base - divided_down(a->base, by) * by;
	return follows(hash_mix(hash_mix(IR_REM, a->key), hash_mix((uint64_t)rest, (uint64_t)by)), a->spread, 0, by - 1);
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
of_bits(enum ir_op op, const struct number *a, const struct number *b, uint64_t key, struct number *result)
{
	if (op == IR_BIT_AND && is_constant(b) && is_all_ones(b->base) && b->base < INT64_MAX) {
		*result = remainder_of(a, b->base + 1);
		return true;
	}
	if (least(a) < 0 || least(b) < 0)
		return false;
	const int64_t greater = most(a) > most(b) ? most(a) : most(b), less = most(a) > most(b) ? most(b) : most(a);
	*result = follows(key, a->spread | b->spread, 0, op == IR_BIT_AND ? less : all_ones_above(greater));
	return true;
}

/* Whether what compute() makes of the operator follows from a key of its own. */
static bool
needs_key(enum ir_op op)
{
	return op == IR_MUL || op == IR_BIT_AND || op == IR_BIT_OR || op == IR_BIT_XOR;
}

/* False: nothing is known but that it follows; else a number of the type, if it fits. */
static bool
compute(const struct guard_node *node, const struct number *a, const struct number *b, struct number *result)
{
	enum { MOST_SHIFTED = 62 };
	const uint64_t key = needs_key(node->op) ? hash_mix(hash_mix(node->op, key_of(a)), key_of(b)) : 0;
	switch (node->op) {
	case IR_ADD: case IR_SUB:
		return add(node->op, *a, *b, result);
	case IR_MUL:
		return is_constant(b) ? times(*a, b->base, result) : is_constant(a) ? times(*b, a->base, result) : multiply(a, b, key, result);
	case IR_SHL:
		return is_constant(b) && b->base >= 0 && b->base <= MOST_SHIFTED && times(*a, (int64_t)1 << b->base, result);
	case IR_SHR: case IR_DIV: case IR_REM: {
		const bool shifts = node->op == IR_SHR;
		if (!is_constant(b) || least(a) < 0 || b->base < !shifts || (shifts && b->base > MOST_SHIFTED))
			return false;
		*result = shifts ? quotient(a, (int64_t)1 << b->base) : node->op == IR_DIV ? quotient(a, b->base) : remainder_of(a, b->base);
		return true;
	}
	case IR_BIT_AND: case IR_BIT_OR: case IR_BIT_XOR:
		return is_constant(a) ? of_bits(node->op, b, a, key, result) : of_bits(node->op, a, b, key, result);
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

static struct number
compare(const struct guard_node *node, const struct number *a, const struct number *b)
{
	struct number difference;
	if (!fits(a, node->operands) || !fits(b, node->operands) || !add(IR_SUB, *a, *b, &difference))
		return any(node, a, b);
	const int out = comes_out(node->op, least(&difference), most(&difference));
	if (out >= 0)
		return constant(out);
	const uint64_t key = difference.spread ? 0 : hash_mix(hash_mix(node->op, (uint64_t)difference.base), difference.key);
	return follows(key, difference.spread, 0, 1);
}

static struct number
binary(const struct guard_node *node, const struct number *a, const struct number *b)
{
	int64_t integer;
	struct number result;
	if (a->unknown || b->unknown)
		return unknown(0);
	if (is_constant(a) && is_constant(b))
		return integer_binary(node->op, node->operands, a->base, b->base, &integer) ? constant(integer) : unknown(0);
	if (node->op >= IR_LT && node->op <= IR_NE)
		return compare(node, a, b);
	return compute(node, a, b, &result) && fits(&result, node->type) ? settled(result) : any(node, a, b);
}

static struct number
converted(const struct guard_node *node, const struct number *a)
{
	const struct number zero = constant(0);
	if (a->unknown)
		return unknown(a->spread);
	if (is_constant(a))
		return constant(integer_wrap(a->base, node->type));
	if (node->type->kind == IR_TYPE_BOOL && comes_out(IR_NE, least(a), most(a)) == 1)
		return constant(1);
	return fits(a, node->type) ? *a : any(node, a, &zero);
}

static struct number
unary(const struct guard_node *node, const struct number *a)
{
	int64_t integer;
	const struct number zero = constant(0);
	if (a->unknown)
		return unknown(a->spread);
	if (!is_constant(a))
		return any(node, a, &zero);
	return integer_binary(node->op, node->type, a->base, 0, &integer) ? constant(integer) : unknown(0);
}

/* How often one adds a positive step until it is d or more. */
static struct number
rounds(const struct number *d, int64_t step)
{
	struct number up;
	const struct number rest = constant(step - 1);
	if (d->unknown || !is_number(d) || !add(IR_ADD, *d, rest, &up))
		return unknown(d->spread);
	if (most(d) <= 0)
		return constant(0);
	if (least(d) > 0)
		return quotient(&up, step);
	return follows(hash_mix(hash_mix(GUARD_ROUNDS, key_of(d)), (uint64_t)step), d->spread, 0, most(&up) / step);
}

/* ---- conditions ---- */

/* One of two truths settles it when it is `settles`; else the other does. */
static struct number
of_both(const struct guard_node *node, const struct number *a, const struct number *b, bool settles)
{
	if ((is_constant(a) && (a->base != 0) == settles) || (is_constant(b) && (b->base != 0) == settles))
		return constant(settles);
	if (is_constant(a))
		return *b;
	if (is_constant(b))
		return *a;
	return a->unknown || b->unknown ? unknown(a->spread | b->spread) : any(node, a, b);
}

static struct number
choice(const struct number *condition, const struct number *a, const struct number *b)
{
	if (is_constant(condition))
		return condition->base ? *a : *b;
	if (condition->unknown || a->unknown || b->unknown)
		return unknown(condition->spread);
	const int64_t low = least(a) < least(b) ? least(a) : least(b), high = most(a) > most(b) ? most(a) : most(b);
	const uint64_t key = hash_mix(hash_mix(key_of(condition), key_of(a)), key_of(b));
	return follows(key, condition->spread | a->spread | b->spread, low, high);
}

/* ---- nodes ---- */

static struct number
index_of_thread(const struct guard_values *v, unsigned d)
{
	return follows(hash_mix(GUARD_THREAD, d), 0, 0, v->threads[d] - 1);
}

static struct number
index_of_block(const struct guard_values *v, unsigned d)
{
	return follows(0, 1u << d, v->box.first[d], v->box.last[d]);
}

static struct number
compute_node(struct guard_values *v, const struct guard_node *node)
{
	switch (node->kind) {
	case GUARD_INT: return constant(node->integer);
	case GUARD_THREAD: return index_of_thread(v, node->dimension);
	case GUARD_BLOCK: return index_of_block(v, node->dimension);
	case GUARD_UNKNOWN: return unknown(0);
	default: break;
	}
	const struct number *a = value_of(v, node->a);
	if (node->kind == GUARD_CONVERT)
		return converted(node, a);
	if (node->kind == GUARD_UNARY)
		return unary(node, a);
	if (node->kind == GUARD_ROUNDS)
		return rounds(a, node->integer);
	/* The other does not matter then. */
	if ((node->kind == GUARD_AND && is_false(a)) || (node->kind == GUARD_OR && is_true(a)))
		return *a;
	const struct number *b = value_of(v, node->b);
	if (node->kind == GUARD_CHOICE)
		return choice(a, b, value_of(v, node->c));
	return node->kind == GUARD_BINARY ? binary(node, a, b) : of_both(node, a, b, node->kind == GUARD_OR);
}

/* What is the same in all blocks is computed once. */
static const struct number *
value_of(struct guard_values *v, guard_id id)
{
	const struct guard_node *node = &v->graph->nodes[id];
	if (v->known_since[id] != v->box_number) {
		if (node->of_block || !v->known_since[id])
			v->numbers[id] = compute_node(v, node);
		v->known_since[id] = v->box_number;
		v->steps++;
	}
	return &v->numbers[id];
}

struct guard_values *
guard_values_new(const struct guard_graph *graph, const int64_t threads[3])
{
	struct guard_values *v = memory_zeroed(1, sizeof *v);
	v->graph = graph;
	for (int d = 0; d < 3; d++)
		v->threads[d] = threads[d];
	return v;
}

void
guard_values_free(struct guard_values *values)
{
	free(values);
}

uint64_t
guard_values_steps(const struct guard_values *values)
{
	return values->steps;
}

/* One that comes to many numbers is no way to tell blocks apart. */
static void
leave_out_many(struct guard_values *v, size_t i)
{
	const struct number *n = value_of(v, v->graph->guards[i].condition);
	v->is_left_out[i] = n->unknown || n->high - n->low >= MOST_COUNTS;
	v->varies |= v->is_left_out[i];
}

void
guard_values_set_grid(struct guard_values *v, const struct guard_box *grid)
{
	v->varies = v->graph->varies;
	v->box = *grid;
	v->box_number++;
	for (size_t i = 0; i < v->graph->guard_count; i++)
		if (v->graph->guards[i].counts)
			leave_out_many(v, i);
}

bool
guard_values_count(const struct guard_values *v)
{
	for (size_t i = 0; i < v->graph->guard_count; i++)
		if (v->graph->guards[i].counts && !v->is_left_out[i])
			return true;
	return false;
}

bool
guard_values_vary(const struct guard_values *v)
{
	return v->varies;
}

struct guard_outcome
guard_values_outcome(struct guard_values *v, const struct guard_box *box)
{
	struct guard_outcome outcome = {0};
	v->box = *box;
	v->box_number++;
	for (size_t i = 0; i < v->graph->guard_count; i++) {
		const struct guard *guard = &v->graph->guards[i];
		if (v->is_left_out[i] || is_false(value_of(v, guard->path)))
			continue;
		const struct number *n = value_of(v, guard->condition);
		if (n->spread)
			return (struct guard_outcome){.open = n->spread};
		const bool settles = is_constant(n) && v->graph->nodes[guard->condition].type->kind == IR_TYPE_BOOL;
		const uint64_t what = n->unknown ? 0 : key_of(n), way = settles ? 1 + (n->base != 0) : 0;
		outcome.exactly = hash_mix(hash_mix(outcome.exactly, i), what);
		outcome.roughly = hash_mix(hash_mix(outcome.roughly, i), way);
	}
	return outcome;
}
