/* Barriers, shuffles and votes. All threads of a block run in lock step, so barriers need nothing. */
#include "eval/builtin.h"
#include "ir/integer.h"

struct value
builtin_nothing(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	return value_integer(m, 0);
}

struct value
builtin_sync(struct machine *m, const struct builtin_call *call)
{
	m->syncs_grid |= call->id == IR_BUILTIN___gl_grid_sync;
	reuse_sync(m);
	return value_integer(m, 0);
}

struct value
builtin_data_dependent(struct machine *m, const struct builtin_call *call)
{
	return builtin_unknown(m, call, REASON_CALL);
}

struct value
builtin_random(struct machine *m, const struct builtin_call *call)
{
	return builtin_unknown(m, call, REASON_RANDOM);
}

struct value
builtin_lane_id(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	union lane *lane = value_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i].integer = i & 31;
	return (struct value){lane, NULL, .uniform = false, .real = false};
}

/* A number for each warp, from its active lanes; NULL symbol: all known. */
struct value
builtin_activemask(struct machine *m, const struct builtin_call *call)
{
	union lane *lane = value_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i].integer = m->active.may.warp[i >> 5];
	if (!mask_equal(&m->active.may, &m->active.must))
		return builtin_unknown(m, call, REASON_BRANCH);
	return (struct value){lane, NULL, .uniform = m->lanes == 1, .real = false};
}

static int64_t
vote(enum ir_builtin id, uint32_t yes, uint32_t active)
{
	switch (id) {
	case IR_BUILTIN___all_sync: return (yes & active) == active;
	case IR_BUILTIN___any_sync: return (yes & active) != 0;
	default: return yes & active;
	}
}

/* The lanes of a warp that take part in a call and whose operands are known to be all that do: 0 when that is not known. */
static uint32_t
known_participants(const struct machine *m, const struct value *mask, const struct value *operand, unsigned warp)
{
	const uint32_t active = m->active.may.warp[warp];
	if (!active || active != m->active.must.warp[warp])
		return 0;
	for (uint32_t bits = active; bits; bits &= bits - 1) {
		const unsigned lane = warp * 32 + (unsigned)__builtin_ctz(bits);
		if (!value_known(mask, lane) || !value_known(operand, lane))
			return 0;
	}
	return active & (uint32_t)mask->lane[value_at(mask, warp * 32 + (unsigned)__builtin_ctz(active))].integer;
}

static int64_t
reduce_two(enum ir_builtin id, const struct ir_type *type, int64_t a, int64_t b)
{
	switch (id) {
	case IR_BUILTIN___reduce_add_sync: return integer_wrap((int64_t)((uint64_t)a + (uint64_t)b), type);
	case IR_BUILTIN___reduce_min_sync: return a < b ? a : b;
	case IR_BUILTIN___reduce_max_sync: return a > b ? a : b;
	case IR_BUILTIN___reduce_and_sync: return a & b;
	case IR_BUILTIN___reduce_or_sync: return a | b;
	default: return a ^ b;
	}
}

struct value
builtin_reduce(struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2 || m->lanes == 1)
		return builtin_unknown(m, call, REASON_CALL);
	const struct value *mask = &call->args[0], *operand = &call->args[1];
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	for (unsigned w = 0; w < m->warps; w++) {
		const uint32_t lanes = known_participants(m, mask, operand, w);
		/* One number for the warp, whatever it is. */
		const symbol_id unknown =
			lanes || !m->active.may.warp[w]
				? 0
				: symbols_fresh(m->symbols, machine_reason(m, REASON_CALL, call->expr->loc, ir_builtin_name(call->id)));
		int64_t all = 0;
		for (uint32_t bits = lanes; bits; bits &= bits - 1) {
			const int64_t one = operand->lane[value_at(operand, w * 32 + (unsigned)__builtin_ctz(bits))].integer;
			all = bits == lanes ? one : reduce_two(call->id, call->expr->type, all, one);
		}
		for (unsigned i = w * 32; i < w * 32 + 32; i++) {
			lane[i].integer = all;
			symbol[i] = unknown;
		}
	}
	return (struct value){lane, symbol, .uniform = false, .real = false};
}

/* The lanes that hold the same as each lane does. */
struct value
builtin_match_any(struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2 || m->lanes == 1 || call->args[1].real)
		return builtin_unknown(m, call, REASON_CALL);
	const struct value *mask = &call->args[0], *operand = &call->args[1];
	const uint32_t reason = machine_reason(m, REASON_CALL, call->expr->loc, ir_builtin_name(call->id));
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	for (unsigned w = 0; w < m->warps; w++) {
		const uint32_t lanes = known_participants(m, mask, operand, w);
		for (unsigned l = 0; l < 32; l++) {
			const unsigned i = w * 32 + l;
			uint32_t same = 0;
			for (uint32_t bits = lanes; bits; bits &= bits - 1) {
				const unsigned other = w * 32 + (unsigned)__builtin_ctz(bits);
				if (operand->lane[value_at(operand, other)].integer == operand->lane[value_at(operand, i)].integer)
					same |= bits & -bits;
			}
			lane[i].integer = same;
			symbol[i] = lanes || !m->active.may.warp[w] ? 0 : symbols_varying(m->symbols, reason);
		}
	}
	return (struct value){lane, symbol, .uniform = false, .real = false};
}

struct value
builtin_vote(struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2 || m->lanes == 1)
		return builtin_unknown(m, call, REASON_CALL);
	const struct split split = value_split(m, call->args[1], &m->active.may);
	union lane *lane = value_lanes(m);
	symbol_id *symbol = NULL;
	for (unsigned w = 0; w < m->warps; w++) {
		const uint32_t active = m->active.may.warp[w];
		const bool known = !split.unknown.warp[w] && active == m->active.must.warp[w];
		symbol_id unknown = 0;
		if (!known) {
			/* One number for the warp, whatever it is. */
			if (!symbol)
				symbol = value_symbols(m);
			unknown = symbols_fresh(m->symbols, split.reason);
		}
		for (unsigned i = w * 32; i < w * 32 + 32; i++) {
			lane[i].integer = known ? vote(call->id, split.yes.warp[w], active) : 0;
			if (symbol)
				symbol[i] = unknown;
		}
	}
	return (struct value){lane, symbol, .uniform = false, .real = false};
}

struct value
builtin_sync_vote(struct machine *m, const struct builtin_call *call)
{
	const struct split split = value_split(m, call->args[0], &m->active.may);
	if (!mask_empty(&split.unknown))
		return value_symbol(m, call->expr->type, symbols_fresh(m->symbols, split.reason), 0);
	reuse_sync(m);
	const unsigned yes = mask_count(&split.yes), no = mask_count(&split.no);
	if (call->id == IR_BUILTIN___syncthreads_count)
		return value_integer(m, yes);
	return value_integer(m, call->id == IR_BUILTIN___syncthreads_and ? no == 0 : yes > 0);
}

/* The lane that a lane reads from; its own where there is none. */
static unsigned
source_lane(enum ir_builtin id, unsigned lane, int64_t operand, unsigned width)
{
	const unsigned first = lane & ~(width - 1), within = lane & (width - 1);
	switch (id) {
	case IR_BUILTIN___shfl_sync: return first + (unsigned)((uint64_t)operand & (width - 1));
	case IR_BUILTIN___shfl_up_sync: return operand >= 0 && operand <= within ? lane - (unsigned)operand : lane;
	case IR_BUILTIN___shfl_down_sync: return operand >= 0 && within + operand < width ? lane + (unsigned)operand : lane;
	default: {
		const unsigned other = lane ^ (unsigned)operand;
		return (other & 31 & ~(width - 1)) <= first && other < 32 ? other : lane;
	}
	}
}

struct value
builtin_shuffle(struct machine *m, const struct builtin_call *call)
{
	int64_t width = 32;
	if (call->count < 3 || (call->count > 3 && !builtin_constant(call, 3, &width)) || width <= 0 || width > 32 ||
	    (width & (width - 1)) || call->expr->type->kind == IR_TYPE_RECORD)
		return builtin_unknown(m, call, REASON_CALL);
	const struct value *from = &call->args[1], *operand = &call->args[2];
	if (from->uniform)
		return *from;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = from->symbol || operand->symbol ? value_symbols(m) : NULL;
	for (unsigned i = 0; i < m->lanes; i++) {
		const struct term by = value_term(operand, i);
		if (by.symbol && symbol) {
			lane[i].integer = 0;
			symbol[i] = symbols_varying(m->symbols, m->symbols->items[by.symbol].reason);
			continue;
		}
		const unsigned source = (i & ~31u) + source_lane(call->id, i & 31, by.offset, (unsigned)width);
		lane[i] = from->lane[source];
		if (symbol)
			symbol[i] = from->symbol ? from->symbol[source] : 0;
	}
	return (struct value){lane, symbol, .uniform = false, .real = from->real};
}
