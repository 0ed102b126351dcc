#include "eval/state/compute.h"

#include <math.h>

#include "domain/term.h"
#include "eval/state/machine.h"
#include "eval/state/reals.h"
#include "ir/integer.h"
#include "support/wide_loops.h"

union lane *
value_lanes(struct machine *m)
{
	return arena_alloc_raw(&m->scratch, m->lanes * sizeof(union lane));
}

symbol_id *
value_symbols(struct machine *m)
{
	return arena_alloc(&m->scratch, m->lanes * sizeof(symbol_id));
}

static struct value
one(struct machine *m, union lane lane, symbol_id symbol, bool real)
{
	struct {
		union lane lane;
		symbol_id symbol;
	} *cell = arena_alloc_raw(&m->scratch, sizeof *cell);
	cell->lane = lane;
	cell->symbol = symbol;
	return (struct value){&cell->lane, symbol ? &cell->symbol : NULL, .uniform = true, .real = real};
}

struct value
value_integer(struct machine *m, int64_t number)
{
	return one(m, (union lane){.integer = number}, 0, false);
}

struct value
value_real(struct machine *m, double number)
{
	return one(m, (union lane){.real = number}, 0, true);
}

struct value
value_symbol(struct machine *m, const struct ir_type *type, symbol_id symbol, int64_t offset)
{
	const bool real = type->kind == IR_TYPE_FLOAT;
	return one(m, real ? (union lane){.real = 0} : (union lane){.integer = offset}, symbol, real);
}

struct value
value_unknown(struct machine *m, const struct ir_type *type, uint32_t reason)
{
	struct symbol_limits limits = {.align = 0};
	if (type->kind == IR_TYPE_INT && integer_range(type, &limits.range.low, &limits.range.high))
		return value_symbol(m, type, symbols_varying_within(m->symbols, reason, limits), 0);
	return value_symbol(m, type, symbols_varying(m->symbols, reason), 0);
}

struct value
value_keep(struct machine *m, struct value v)
{
	const unsigned count = v.uniform ? 1 : m->lanes;
	union lane *lane = arena_alloc_raw(&m->scratch, count * sizeof *lane);
	v.lane = memcpy(lane, v.lane, count * sizeof *lane);
	if (v.symbol) {
		symbol_id *symbol = arena_alloc_raw(&m->scratch, count * sizeof *symbol);
		v.symbol = memcpy(symbol, v.symbol, count * sizeof *symbol);
	}
	return v;
}

struct value
value_of_lanes(struct machine *m, const union lane *lane, const symbol_id *symbol, bool real)
{
	const struct value v = {lane, symbol, .uniform = m->lanes == 1, .real = real};
	const unsigned first = mask_first(&m->active.may);
	if (!symbol || !symbol_varies(m->symbols, symbol[first]))
		return v;
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
			if (symbol[i] != symbol[first] || lane[i].integer != lane[first].integer)
				return v;
		}
	}
	return one(m, lane[first], symbol[first], real);
}

struct value
value_blend(struct machine *m, struct value a, struct value b, const struct mask *of_b)
{
	if (a.uniform && b.uniform && !a.symbol && !b.symbol && a.lane[0].integer == b.lane[0].integer)
		return a;
	if (a.real && reals_are_idle(m) && (value_is_anonymous(m->symbols, &a) || value_is_anonymous(m->symbols, &b))) {
		const struct value *unknown = value_is_anonymous(m->symbols, &a) ? &a : &b;
		return one(m, unknown->lane[0], unknown->symbol[0], true);
	}
	union lane *lane = value_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i] = mask_has(of_b, i) ? b.lane[value_at(&b, i)] : a.lane[value_at(&a, i)];
	symbol_id *symbol = NULL;
	if (a.symbol || b.symbol) {
		symbol = value_symbols(m);
		for (unsigned i = 0; i < m->lanes; i++) {
			const struct value *v = mask_has(of_b, i) ? &b : &a;
			symbol[i] = v->symbol ? v->symbol[value_at(v, i)] : 0;
		}
	}
	return (struct value){lane, symbol, .uniform = m->lanes == 1, .real = a.real};
}

/* ---- integers ---- */

/* The parameters of a branchless integer_wrap: truncate a number to a type's width, then extend it again. Not for
 * booleans. */
struct cut {
	uint64_t bits, sign;
};

static struct cut
cut_to(const struct ir_type *type)
{
	const bool is_narrow = type->size == 1 || type->size == 2 || type->size == 4;
	const uint64_t bits = is_narrow ? (UINT64_C(1) << 8 * type->size) - 1 : UINT64_MAX;
	return (struct cut){bits, is_narrow && type->is_signed ? bits / 2 + 1 : 0};
}

static inline int64_t
cut(uint64_t number, struct cut to)
{
	return (int64_t)(((number & to.bits) ^ to.sign) - to.sign);
}

GPULINT_WIDE_LOOPS static void
wrap_lanes(union lane *r, const union lane *from, unsigned count, const struct ir_type *type)
{
	const struct cut to = cut_to(type);
	if (type->kind == IR_TYPE_BOOL)
		for (unsigned i = 0; i < count; i++)
			r[i].integer = from[i].integer != 0;
	else
		for (unsigned i = 0; i < count; i++)
			r[i].integer = cut((uint64_t)from[i].integer, to);
}

/* The operators that are worth a loop of their own, for lanes that are all known. False: another operator. */
GPULINT_WIDE_LOOPS static bool
fast_lanes(enum ir_op op, const struct ir_type *type, union lane *r, struct value a, struct value b, unsigned count)
{
	const bool is_signed = type->kind == IR_TYPE_INT && type->is_signed;
	const struct cut to = cut_to(type);
	if (type->kind == IR_TYPE_BOOL && (op == IR_ADD || op == IR_SUB || op == IR_MUL))
		return false;
#define LOOPS(expression) \
	do { \
		if (b.uniform) { \
			const int64_t y = b.lane[0].integer; \
			for (unsigned i = 0; i < count; i++) { \
				const int64_t x = a.lane[i].integer; \
				r[i].integer = (int64_t)(expression); \
			} \
		} else if (a.uniform) { \
			const int64_t x = a.lane[0].integer; \
			for (unsigned i = 0; i < count; i++) { \
				const int64_t y = b.lane[i].integer; \
				r[i].integer = (int64_t)(expression); \
			} \
		} else { \
			for (unsigned i = 0; i < count; i++) { \
				const int64_t x = a.lane[i].integer, y = b.lane[i].integer; \
				r[i].integer = (int64_t)(expression); \
			} \
		} \
	} while (0)
	switch (op) {
	case IR_ADD: LOOPS(cut((uint64_t)x + (uint64_t)y, to)); return true;
	case IR_SUB: LOOPS(cut((uint64_t)x - (uint64_t)y, to)); return true;
	case IR_MUL: LOOPS(cut((uint64_t)x * (uint64_t)y, to)); return true;
	case IR_BIT_AND: LOOPS(x & y); return true;
	case IR_BIT_OR: LOOPS(x | y); return true;
	case IR_BIT_XOR: LOOPS(x ^ y); return true;
	case IR_EQ: LOOPS(x == y); return true;
	case IR_NE: LOOPS(x != y); return true;
	case IR_LT:
		if (is_signed)
			LOOPS(x < y);
		else
			LOOPS((uint64_t)x < (uint64_t)y);
		return true;
	case IR_GT:
		if (is_signed)
			LOOPS(x > y);
		else
			LOOPS((uint64_t)x > (uint64_t)y);
		return true;
	case IR_LE:
		if (is_signed)
			LOOPS(x <= y);
		else
			LOOPS((uint64_t)x <= (uint64_t)y);
		return true;
	case IR_GE:
		if (is_signed)
			LOOPS(x >= y);
		else
			LOOPS((uint64_t)x >= (uint64_t)y);
		return true;
	default: return false;
	}
#undef LOOPS
}

static struct value
integer_lanes(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b)
{
	union lane *lane = value_lanes(m);
	if (!a.symbol && !b.symbol && fast_lanes(op, type, lane, a, b, m->lanes))
		return (struct value){lane, NULL, .uniform = m->lanes == 1, .real = false};
	symbol_id *symbol = NULL;
	machine_count_lanes(m);
	struct term x = {0, 0}, y = {0, 0}, r = {0, 0};
	for (unsigned i = 0; i < m->lanes; i++) {
		const struct term xi = value_term(&a, i), yi = value_term(&b, i);
		/* Neighbouring lanes often have the same operands, for example a warp-uniform or a clamped index. */
		if (!i || !term_equal(xi, x) || !term_equal(yi, y)) {
			x = xi;
			y = yi;
			r = term_binary(m->symbols, op, type, x, y);
		}
		lane[i].integer = r.offset;
		if (r.symbol) {
			if (!symbol)
				symbol = value_symbols(m);
			symbol[i] = r.symbol;
		}
	}
	return value_of_lanes(m, lane, symbol, false);
}

/* ---- floating point ---- */

static double
real_arithmetic(enum ir_op op, double x, double y)
{
	switch (op) {
	case IR_ADD: return x + y;
	case IR_SUB: return x - y;
	case IR_MUL: return x * y;
	case IR_DIV: return x / y;
	case IR_NEG: return -x;
	default: return NAN;
	}
}

static struct value
real_lanes(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b)
{
	const bool compares = ir_is_comparison(op);
	const bool uniform = a.uniform && b.uniform;
	const unsigned count = uniform ? 1 : m->lanes;
	union lane *lane = uniform ? arena_alloc(&m->scratch, sizeof *lane) : value_lanes(m);
	symbol_id *symbol = NULL;
	for (unsigned i = 0; i < count; i++) {
		const unsigned ia = value_at(&a, i), ib = value_at(&b, i);
		const symbol_id sa = a.symbol ? a.symbol[ia] : 0, sb = b.symbol ? b.symbol[ib] : 0;
		if (sa || sb) {
			if (!symbol)
				symbol = uniform ? arena_alloc(&m->scratch, sizeof *symbol) : value_symbols(m);
			/* A known operand takes part by its bits, so that x + 1 and x + 2 differ. */
			symbol[i] = symbols_operation(m->symbols, SYMBOL_REAL + op,
			                              (struct term){sa, sa ? 0 : a.lane[ia].integer},
			                              (struct term){sb, sb ? 0 : b.lane[ib].integer});
			lane[i].integer = 0;
		} else if (compares) {
			const double x = a.lane[ia].real, y = b.lane[ib].real;
			integer_relation(op, (struct order){x<y, x == y, x> y}, &lane[i].integer);
		} else {
			lane[i].real = real_round(real_arithmetic(op, a.lane[ia].real, b.lane[ib].real), type);
		}
	}
	return uniform ? (struct value){lane, symbol, .uniform = true, .real = !compares}
	               : value_of_lanes(m, lane, symbol, !compares);
}

static const struct ir_type bool_type = {.kind = IR_TYPE_BOOL, .size = 1, .align = 1, .name = "bool"};

struct value
value_of_wide(struct machine *m, const struct ir_type *type)
{
	const struct ir_loc none = {0};
	const struct ir_loc loc = m->statement ? m->statement->loc : m->frame ? m->frame->func->loc : none;
	return value_unknown(m, type, machine_reason(m, REASON_UNSUPPORTED, loc, "a 128-bit integer"));
}

struct value
value_binary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a, struct value b)
{
	const struct ir_type *result = ir_is_comparison(op) ? &bool_type : type;
	const bool real = a.real || b.real;
	const struct value *varying = value_is_anonymous(m->symbols, &a)   ? &a
	                              : value_is_anonymous(m->symbols, &b) ? &b
	                                                                   : NULL;
	/* Uniform integer operands are an exception: term_binary finds bounds of their result. */
	if (varying && (real || (op != IR_ADD && op != IR_SUB && !(a.uniform && b.uniform))))
		return value_unknown(m, result, m->symbols->items[varying->symbol[0]].reason);
	if (real)
		return real_lanes(m, op, type, a, b);
	if (is_wide(type))
		return value_of_wide(m, result);
	if (a.uniform && b.uniform) {
		const struct term t = term_binary(m->symbols, op, type, value_term(&a, 0), value_term(&b, 0));
		return one(m, (union lane){.integer = t.offset}, t.symbol, false);
	}
	return integer_lanes(m, op, type, a, b);
}

struct value
value_unary(struct machine *m, enum ir_op op, const struct ir_type *type, struct value a)
{
	if (op == IR_NOT) {
		if (a.real)
			return value_binary(m, IR_EQ, type, a, value_real(m, 0));
		return value_binary(m, IR_EQ, type, a, value_integer(m, 0));
	}
	if (a.real)
		return value_binary(m, op, type, a, value_real(m, 0));
	return value_binary(m, op, type, a, value_integer(m, 0));
}

/* a + scale * b, on lanes that are all known. */
GPULINT_WIDE_LOOPS static void
offset_lanes(union lane *r, const struct value *a, const struct value *b, uint64_t scale, unsigned count)
{
	if (a->uniform)
		for (unsigned i = 0; i < count; i++)
			r[i].integer = (int64_t)((uint64_t)a->lane[0].integer + scale * (uint64_t)b->lane[i].integer);
	else if (b->uniform)
		for (unsigned i = 0; i < count; i++)
			r[i].integer = (int64_t)((uint64_t)a->lane[i].integer + scale * (uint64_t)b->lane[0].integer);
	else
		for (unsigned i = 0; i < count; i++)
			r[i].integer = (int64_t)((uint64_t)a->lane[i].integer + scale * (uint64_t)b->lane[i].integer);
}

struct value
value_offset(struct machine *m, struct value a, struct value b, int64_t scale)
{
	static const struct ir_type address = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};
	if (!a.symbol && !b.symbol && !(a.uniform && b.uniform)) {
		union lane *lane = value_lanes(m);
		offset_lanes(lane, &a, &b, (uint64_t)scale, m->lanes);
		return (struct value){lane, NULL, .uniform = m->lanes == 1, .real = false};
	}
	if (scale != 1)
		b = value_binary(m, IR_MUL, &address, b, value_integer(m, scale));
	return value_binary(m, IR_ADD, &address, a, b);
}

/* ---- conversions ---- */

static struct term
converted(struct machine *m, struct term t, const struct ir_type *to)
{
	return (struct term){
		symbols_operation(m->symbols, SYMBOL_CONVERT, t,
	                          (struct term){0, (int64_t)to->kind * 64 + (int64_t)to->size * 2 + to->is_signed}),
		0};
}

/* The known low bits of an integer stay known. */
static struct term
convert_narrower(struct machine *m, struct term t, const struct ir_type *to)
{
	int64_t rest, low, high;
	const struct term aligned = term_aligned(m->symbols, t, &rest);
	const struct symbol s = m->symbols->items[t.symbol];
	if (s.align >= 8 * to->size)
		return (struct term){0, integer_wrap(t.offset, to)};
	if (!s.varying || !integer_range(to, &low, &high))
		return (struct term){converted(m, aligned, to).symbol, rest};
	const struct symbol_limits limits = {{low, high - high % ((int64_t)1 << s.align)}, s.align};
	return (struct term){symbols_varying_within(m->symbols, s.reason, limits), rest};
}

/* Converts a symbol. An integer keeps its symbol if the new type is at least as wide or has at least 4 bytes:
 * programs do not rely on indices that overflow. A narrower type gets another symbol. */
static struct term
convert_symbol(struct machine *m, struct term t, const struct ir_type *to, const struct ir_type *from)
{
	if (to->kind == IR_TYPE_FLOAT || from->kind == IR_TYPE_FLOAT)
		return converted(m, t, to);
	if (to->kind == IR_TYPE_BOOL)
		return from->kind == IR_TYPE_BOOL ? t : term_binary(m->symbols, IR_NE, from, t, (struct term){0, 0});
	if (!to->size || to->size >= from->size || to->size >= 4)
		return t;
	return to->kind == IR_TYPE_INT ? convert_narrower(m, t, to) : converted(m, t, to);
}

/* Whether each number of `from` has the same lane value in `to`: the most frequent conversions cost nothing. Lanes
 * hold integers in extended form. */
static bool
holds_all_of(const struct ir_type *to, const struct ir_type *from, bool from_real)
{
	if (from_real || to->kind == IR_TYPE_FLOAT)
		return from_real && to->kind == IR_TYPE_FLOAT && from->kind == IR_TYPE_FLOAT && to->size >= from->size;
	if (to->kind == IR_TYPE_BOOL)
		return false;
	return to->size >= 8 || to->size == 0 || (to->size == from->size && to->is_signed == from->is_signed) ||
	       (to->size > from->size && (to->is_signed || !from->is_signed));
}

double
value_within(double number, const struct ir_type *to)
{
	int64_t low, high;
	if (to->kind != IR_TYPE_INT || to->size < 4)
		return number;
	if (integer_range(to, &low, &high))
		return fmin(fmax(number, (double)low), (double)high);
	return to->is_signed ? number : fmax(number, 0);
}

struct value
value_convert(struct machine *m, const struct ir_type *to, const struct ir_type *from, struct value a)
{
	const bool to_real = to->kind == IR_TYPE_FLOAT;
	if (to->kind == IR_TYPE_VOID || to->kind == IR_TYPE_RECORD || to->kind == IR_TYPE_OPAQUE)
		return a;
	if ((a.real || to_real) && value_is_anonymous(m->symbols, &a))
		return value_unknown(m, to, m->symbols->items[a.symbol[0]].reason);
	if (is_wide(to) && !is_wide(from))
		return value_of_wide(m, to);
	if (holds_all_of(to, from, a.real))
		return a;
	const unsigned count = a.uniform ? 1 : m->lanes;
	union lane *lane = arena_alloc_raw(&m->scratch, count * sizeof *lane);
	symbol_id *symbol = NULL;
	if (!a.symbol && !a.real && !to_real) {
		wrap_lanes(lane, a.lane, count, to);
		return (struct value){lane, NULL, .uniform = a.uniform, .real = false};
	}
	for (unsigned i = 0; i < count; i++) {
		if (!a.symbol || !a.symbol[i]) {
			const union lane number = a.lane[i];
			const bool is_cut = m->on_device && a.real && !to_real && !isnan(number.real);
			lane[i] = lane_convert(is_cut ? (union lane){.real = value_within(number.real, to)} : number,
			                       to, from, a.real);
			continue;
		}
		const struct term t =
			convert_symbol(m, (struct term){a.symbol[i], a.real ? 0 : a.lane[i].integer}, to, from);
		lane[i].integer = to_real ? 0 : t.offset;
		if (t.symbol) {
			if (!symbol)
				symbol = arena_alloc(&m->scratch, count * sizeof *symbol);
			symbol[i] = t.symbol;
		}
	}
	return (struct value){lane, symbol, .uniform = a.uniform, .real = to_real};
}

/* ---- conditions ---- */

/* The lanes with a nonzero number, one bit each, in a warp or in the host's one lane. */
static uint32_t
nonzero(const union lane *lane, unsigned count, bool real)
{
	/* Multiplies eight bytes that hold 0 or 1, so that the product's highest byte holds all eight bits. */
	const uint64_t gather = 0x0102040810204080u;
	uint8_t truth[32] = {0};
	uint32_t bits = 0;
	for (unsigned l = 0; l < count; l++)
		truth[l] = real ? lane[l].real != 0 : lane[l].integer != 0;
	for (unsigned l = 0; l < count; l += 8) {
		uint64_t eight = 0;
		for (unsigned i = 0; i < 8; i++)
			eight |= (uint64_t)truth[l + i] << 8 * i;
		bits |= (uint32_t)(eight * gather >> 56) << l;
	}
	return bits;
}

struct split
value_split(struct machine *m, struct value condition, const struct mask *of)
{
	struct split s = {{{0}}, {{0}}, {{0}}, 0};
	if (condition.uniform) {
		if (condition.symbol) {
			s.unknown = *of;
			s.reason = m->symbols->items[condition.symbol[0]].reason;
		} else if (condition.real ? condition.lane[0].real != 0 : condition.lane[0].integer != 0) {
			s.yes = *of;
		} else {
			s.no = *of;
		}
		return s;
	}
	for (unsigned w = 0; w < m->warps; w++) {
		uint32_t unknown = 0;
		const unsigned count = m->lanes < 32 ? m->lanes : 32;
		const uint32_t yes = nonzero(condition.lane + w * 32, count, condition.real);
		if (condition.symbol) {
			for (unsigned l = 0; l < count; l++)
				unknown |= (uint32_t)(condition.symbol[w * 32 + l] != 0) << l;
			unknown &= of->warp[w];
			if (unknown && !s.reason)
				s.reason =
					m->symbols->items[condition.symbol[w * 32 + (unsigned)__builtin_ctz(unknown)]]
						.reason;
		}
		s.unknown.warp[w] = unknown;
		s.yes.warp[w] = yes & of->warp[w] & ~unknown;
		s.no.warp[w] = ~yes & of->warp[w] & ~unknown;
	}
	return s;
}
