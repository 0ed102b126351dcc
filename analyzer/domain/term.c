#include "domain/term.h"

#include <inttypes.h>

#include "domain/symbol_bounds.h"
#include "ir/integer.h"

static int64_t
difference(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

bool
term_includes(const struct symbols *symbols, struct term a, struct term b)
{
	const struct symbol *of_a = &symbols->items[a.symbol];
	struct interval x, y;
	if (term_equal(a, b))
		return true;
	if (!of_a->varying)
		return false;
	if (interval_is_all(of_a->range) && !of_a->align)
		return true;
	return symbol_range(symbols, a, &x) && symbol_range(symbols, b, &y) && interval_includes(x, y) &&
	       symbol_align(symbols, (struct term){b.symbol, difference(b.offset, a.offset)}) >= of_a->align;
}

void
term_print(FILE *out, struct term t)
{
	if (!t.symbol)
		fprintf(out, "%" PRId64, t.offset);
	else if (!t.offset)
		fprintf(out, "s%" PRIu32, t.symbol);
	else
		fprintf(out, "s%" PRIu32 "%+" PRId64, t.symbol, t.offset);
}

/* Whether the relation holds: 0 or 1; -1 if unknown. */
static int
term_compare(const struct symbols *symbols, enum ir_op op, bool is_signed, struct term a, struct term b)
{
	if (a.symbol == b.symbol && !symbols->items[a.symbol].varying) {
		const struct ir_type type = {.kind = IR_TYPE_INT, .is_signed = is_signed || a.symbol, .size = 8};
		int64_t result;
		return integer_binary(op, &type, a.offset, b.offset, &result) ? (int)result : -1;
	}
	struct interval x, y;
	if (!symbol_range(symbols, a, &x) || !symbol_range(symbols, b, &y))
		return -1;
	if (!is_signed && (x.low < 0 || y.low < 0))
		return -1;
	switch (op) {
	case IR_LT: return x.high < y.low ? 1 : x.low >= y.high ? 0 : -1;
	case IR_GE: return x.high < y.low ? 0 : x.low >= y.high ? 1 : -1;
	case IR_GT: return x.low > y.high ? 1 : x.high <= y.low ? 0 : -1;
	case IR_LE: return x.low > y.high ? 0 : x.high <= y.low ? 1 : -1;
	case IR_EQ: return interval_is_empty(interval_meet(x, y)) ? 0 : -1;
	case IR_NE: return interval_is_empty(interval_meet(x, y)) ? 1 : -1;
	default: return -1;
	}
}

static struct term
scale(struct symbols *symbols, struct term a, int64_t factor)
{
	if (factor == 0)
		return (struct term){0, 0};
	if (factor == 1)
		return a;
	const int64_t offset = (int64_t)((uint64_t)a.offset * (uint64_t)factor);
	/* A scaled scale is one scale, so that 4 * (8 * s) and 32 * s are the same symbol. */
	const struct symbol *s = &symbols->items[a.symbol];
	if (s->op == SYMBOL_SCALE) {
		int64_t product;
		if (!__builtin_mul_overflow(s->b.offset, factor, &product))
			return (struct term){symbols_operation(symbols, SYMBOL_SCALE, s->a, (struct term){0, product}),
			                     offset};
	}
	return (struct term){
		symbols_operation(symbols, SYMBOL_SCALE, (struct term){a.symbol, 0}, (struct term){0, factor}), offset};
}

static int64_t
sum(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* An operation on two symbols, without their offsets. */
static symbol_id
combined(struct symbols *symbols, enum ir_op op, struct term a, struct term b)
{
	return symbols_operation(symbols, op, (struct term){a.symbol, 0}, (struct term){b.symbol, 0});
}

static struct term
term_sum(struct symbols *symbols, struct term a, struct term b)
{
	if (!a.symbol || !b.symbol)
		return (struct term){a.symbol | b.symbol, sum(a.offset, b.offset)};
	if (a.symbol > b.symbol) {
		const struct term t = a;
		a = b;
		b = t;
	}
	/* (x - y) + y is x, so that pointer + (end - pointer) yields end. */
	const struct symbol *s = &symbols->items[b.symbol];
	if (s->op == IR_SUB && s->b.symbol == a.symbol && !s->b.offset)
		return (struct term){s->a.symbol, sum(a.offset, b.offset)};
	return (struct term){combined(symbols, IR_ADD, a, b), sum(a.offset, b.offset)};
}

static struct term
term_difference(struct symbols *symbols, const struct ir_type *type, struct term a, struct term b)
{
	if (a.symbol == b.symbol && !symbols->items[a.symbol].varying)
		return (struct term){0, integer_wrap(difference(a.offset, b.offset), type)};
	return (struct term){b.symbol ? combined(symbols, IR_SUB, a, b) : a.symbol, difference(a.offset, b.offset)};
}

/* Sums of varying symbols. A single one keeps its offset, which determines the object that an address points into. */
static bool
term_varying(struct symbols *symbols, enum ir_op op, struct term a, struct term b, struct term *result)
{
	const bool varying = symbols->items[a.symbol].varying || symbols->items[b.symbol].varying;
	if (varying && op == IR_SUB && !b.symbol)
		*result = (struct term){a.symbol, difference(a.offset, b.offset)};
	else if (varying && op == IR_ADD)
		*result = (struct term){a.symbol && b.symbol ? combined(symbols, IR_ADD, a, b) : a.symbol | b.symbol,
		                        sum(a.offset, b.offset)};
	else
		return false;
	return true;
}

struct term
term_aligned(const struct symbols *symbols, struct term t, int64_t *rest)
{
	const unsigned align = symbols->items[t.symbol].align;
	*rest = t.offset;
	if (!t.symbol || align > 62)
		return (struct term){t.symbol, 0};
	*rest &= ((int64_t)1 << align) - 1;
	return (struct term){t.symbol, t.offset - *rest};
}

/* Converts a number that may be negative, or wider than the unsigned type, to that type. */
static struct term
term_natural(struct symbols *symbols, const struct ir_type *type, struct term t)
{
	struct interval range;
	if (type->kind != IR_TYPE_INT || type->is_signed || !t.symbol ||
	    (symbol_range(symbols, t, &range) && range.low >= 0))
		return t;
	int64_t rest;
	const struct term aligned = term_aligned(symbols, t, &rest);
	return (struct term){symbols_operation(symbols, SYMBOL_CONVERT, aligned,
	                                       (struct term){0, (int64_t)type->kind * 64 + (int64_t)type->size * 2}),
	                     rest};
}

/* Whether the operation applies separately to a multiple of the power of two and to the remainder below it. */
static bool
takes_apart(enum ir_op op, int64_t number, int64_t power, bool natural)
{
	switch (op) {
	case IR_BIT_AND: return true;
	case IR_SHR: return number >= 0 && number < 62 && (int64_t)1 << number <= power;
	case IR_REM: return natural && number > 0 && (number % power == 0 || power % number == 0);
	case IR_DIV: return natural && number > 0 && power % number == 0;
	default: return false;
	}
}

/* (64 * x + lane) & 127: the lane is known whatever x is. A result without an unknown part is a number. */
static bool
term_apart(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a, int64_t number,
           struct term *result)
{
	int64_t rest, of_rest;
	struct interval range;
	const struct term aligned = term_aligned(symbols, a, &rest);
	const int64_t power = (int64_t)1 << symbols->items[a.symbol].align % 63;
	const bool natural = symbol_range(symbols, a, &range) && range.low >= 0;
	if (!a.symbol || power == 1 || !takes_apart(op, number, power, natural) ||
	    !integer_binary(op, type, rest, number, &of_rest))
		return false;
	const bool is_rest =
		(op == IR_BIT_AND && number >= 0 && number < power) || (op == IR_REM && power % number == 0);
	*result =
		(struct term){is_rest ? 0 : symbols_operation(symbols, op, aligned, (struct term){0, number}), of_rest};
	return true;
}

struct term
term_binary(struct symbols *symbols, enum ir_op op, const struct ir_type *type, struct term a, struct term b)
{
	struct term varying;
	int64_t number;
	if (!a.symbol && !b.symbol) {
		if (integer_binary(op, type, a.offset, b.offset, &number))
			return (struct term){0, number};
		return (struct term){symbols_fresh(symbols, 0), 0};
	}
	if (term_varying(symbols, op, a, b, &varying))
		return varying;
	switch (op) {
	case IR_ADD: return term_sum(symbols, a, b);
	case IR_SUB: return term_difference(symbols, type, a, b);
	case IR_NEG: return scale(symbols, a, -1);
	case IR_MUL:
		if (!b.symbol)
			return scale(symbols, a, b.offset);
		if (!a.symbol)
			return scale(symbols, b, a.offset);
		break;
	case IR_SHL:
		if (!b.symbol && b.offset >= 0 && b.offset < 62)
			return scale(symbols, a, (int64_t)1 << b.offset);
		break;
	case IR_DIV:
		if (!b.symbol && b.offset == 1)
			return a;
		a = term_natural(symbols, type, a);
		break;
	case IR_REM:
	case IR_SHR: a = term_natural(symbols, type, a); break;
	case IR_BIT_AND:
		if (!a.symbol) {
			const struct term t = a;
			a = b;
			b = t;
		}
		if (!b.symbol && b.offset == 0)
			return (struct term){0, 0};
		break;
	case IR_LT:
	case IR_GT:
	case IR_LE:
	case IR_GE:
	case IR_EQ:
	case IR_NE: {
		const int known = term_compare(symbols, op, type->kind == IR_TYPE_INT && type->is_signed, a, b);
		if (known >= 0)
			return (struct term){0, known};
		break;
	}
	default: break;
	}
	struct term apart;
	if (!b.symbol && term_apart(symbols, op, type, a, b.offset, &apart))
		return apart;
	return (struct term){symbols_operation(symbols, op, a, b), 0};
}
