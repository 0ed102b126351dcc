#include "eval/language/wide.h"

#include "eval/machine.h"
#include "ir/integer.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

static uint32_t
reason_of_width(struct machine *m)
{
	const struct ir_loc none = {0};
	const struct ir_loc loc = m->statement ? m->statement->loc : m->frame ? m->frame->func->loc : none;
	return machine_reason(m, REASON_UNSUPPORTED, loc, "a 128-bit integer");
}

struct value
wide_unknown(struct machine *m, const struct ir_type *type)
{
	return value_unknown(m, type, reason_of_width(m));
}

/* Whether a lane can hold it. */
static bool
fits(wide number, bool is_signed)
{
	return number <= INT64_MAX && number >= (is_signed ? INT64_MIN : 0);
}

/* Operands that lanes hold overflow in none of these but the shifts to the left, which drop bits. False: undefined. */
static bool
arithmetic(enum ir_op op, wide x, wide y, wide *result)
{
	const bool is_shift = op == IR_SHL || op == IR_SHR;
	if ((is_shift && (y < 0 || y >= 128)) || ((op == IR_DIV || op == IR_REM) && !y))
		return false;
	switch (op) {
	case IR_ADD: *result = x + y; return true;
	case IR_SUB: *result = x - y; return true;
	case IR_MUL: *result = x * y; return true;
	case IR_DIV: *result = x / y; return true;
	case IR_REM: *result = x % y; return true;
	case IR_SHL: *result = (wide)((unsigned_wide)x << y); return true;
	case IR_SHR: *result = x >> y; return true;
	case IR_BIT_AND: *result = x & y; return true;
	case IR_BIT_OR: *result = x | y; return true;
	case IR_BIT_XOR: *result = x ^ y; return true;
	case IR_NEG: *result = -x; return true;
	case IR_BIT_NOT: *result = ~x; return true;
	default: return false;
	}
}

static struct term
term_wide(struct machine *m, enum ir_op op, const struct ir_type *type, struct term a, struct term b, uint32_t reason)
{
	int64_t truth;
	wide number;
	if (a.symbol || b.symbol)
		return (struct term){symbols_operation(m->symbols, op, a, b), 0};
	if (integer_relation(op, (struct order){a.offset < b.offset, a.offset == b.offset, a.offset > b.offset}, &truth))
		return (struct term){0, truth};
	if (arithmetic(op, a.offset, b.offset, &number) && fits(number, type->is_signed))
		return (struct term){0, (int64_t)number};
	return (struct term){symbols_fresh(m->symbols, reason), 0};
}

/* A value of so many entries from the terms. */
static struct value
value_of_terms(struct machine *m, const struct term *terms, unsigned count)
{
	union lane *lane = arena_alloc(&m->scratch, count * sizeof *lane);
	symbol_id *symbol = arena_alloc(&m->scratch, count * sizeof *symbol);
	bool has_symbols = false;
	for (unsigned i = 0; i < count; i++) {
		lane[i].integer = terms[i].offset;
		symbol[i] = terms[i].symbol;
		has_symbols |= symbol[i] != 0;
	}
	return (struct value){lane, has_symbols ? symbol : NULL, .uniform = count == 1, .real = false};
}

struct value
wide_binary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b)
{
	if (value_is_anonymous(m->symbols, &a) || value_is_anonymous(m->symbols, &b)) {
		const struct value *unknown = value_is_anonymous(m->symbols, &a) ? &a : &b;
		return value_unknown(m, type, m->symbols->items[unknown->symbol[0]].reason);
	}
	const unsigned count = a.uniform && b.uniform ? 1 : m->lanes;
	struct term *terms = arena_new_array(&m->scratch, struct term, count);
	const uint32_t reason = reason_of_width(m);
	for (unsigned i = 0; i < count; i++)
		terms[i] = term_wide(m, op, type, value_term(&a, i), value_term(&b, i), reason);
	return value_of_terms(m, terms, count);
}

/* Whether the number of a lane is the same one as of the wide type. */
static bool
stays(union lane lane, const struct ir_type *to, const struct ir_type *from, bool from_real)
{
	if (from_real)
		return lane.real > -9223372036854775808.0 && lane.real < 9223372036854775808.0 && (to->is_signed || lane.real > -1);
	return lane.integer >= 0 || (to->is_signed && (from->is_signed || from->kind != IR_TYPE_INT));
}

struct value
wide_convert(struct machine *m, const struct ir_type *to, const struct ir_type *from, struct value a)
{
	const unsigned count = a.uniform ? 1 : m->lanes;
	struct term *terms = arena_new_array(&m->scratch, struct term, count);
	const uint32_t reason = reason_of_width(m);
	for (unsigned i = 0; i < count; i++) {
		const symbol_id symbol = a.symbol ? a.symbol[i] : 0;
		if (symbol && (a.real || !(to->is_signed && from->is_signed)))
			terms[i].symbol = symbols_operation(m->symbols, SYMBOL_CONVERT, (struct term){symbol, a.real ? 0 : a.lane[i].integer},
			                                    (struct term){0, (int64_t)to->size * 2 + to->is_signed});
		else if (symbol)
			terms[i] = (struct term){symbol, a.lane[i].integer};
		else if (stays(a.lane[i], to, from, a.real))
			terms[i].offset = a.real ? (int64_t)a.lane[i].real : a.lane[i].integer;
		else
			terms[i].symbol = symbols_fresh(m->symbols, reason);
	}
	return value_of_terms(m, terms, count);
}
