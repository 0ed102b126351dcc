/* Code that at most one lane of a warp executes, though it is unknown which: `if (threadIdx.x == winner)`. */
#include "eval/language/one_lane.h"

#include "analysis/effects.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"

static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};

/* The difference of the two numbers, computed without events and without counting work. */
static struct value
distance(struct machine *m, const struct ir_expr *comparison)
{
	struct event_sink *const sink = m->sink;
	const struct work work = m->duration.work;
	m->sink = NULL;
	const struct value a = eval_expr(m, comparison->a), b = eval_expr(m, comparison->b);
	const struct value difference = value_binary(m, IR_SUB, &wide, a, b);
	m->sink = sink;
	m->duration.work = work;
	return difference;
}

/* Whether the numbers of all lanes of a warp differ: one symbol with different offsets. */
static bool
differ(const struct machine *m, const struct value *v, const struct mask *lanes, unsigned warp)
{
	int64_t offsets[32];
	unsigned count = 0;
	symbol_id symbol = 0;
	for (unsigned lane = 32 * warp; lane < 32 * (warp + 1); lane++) {
		if (!mask_has(lanes, lane))
			continue;
		const struct term term = value_term(v, lane);
		if ((count && term.symbol != symbol) || (term.symbol && symbol_varies(m->symbols, term.symbol)))
			return false;
		symbol = term.symbol;
		for (unsigned i = 0; i < count; i++)
			if (offsets[i] == term.offset)
				return false;
		offsets[count++] = term.offset;
	}
	return true;
}

static bool
equals_in_one_lane(struct machine *m, const struct ir_expr *comparison, const struct mask *lanes)
{
	if (comparison->a->type->kind != IR_TYPE_INT || expr_has_effects(comparison))
		return false;
	const struct arena_mark mark = arena_mark(&m->scratch);
	const struct value difference = distance(m, comparison);
	bool one = !difference.real;
	for (unsigned w = 0; w < m->warps && one; w++)
		one = differ(m, &difference, lanes, w);
	arena_release(&m->scratch, mark);
	return one;
}

bool
comes_out_in_one_lane(struct machine *m, const struct ir_expr *condition, bool negated, const struct mask *lanes)
{
	const struct ir_expr *e = ir_without_conversions(condition);
	if (e->kind == IR_UNARY && e->op == IR_NOT)
		return comes_out_in_one_lane(m, e->a, !negated, lanes);
	if (e->kind == (negated ? IR_OR : IR_AND))
		return comes_out_in_one_lane(m, e->a, negated, lanes) || comes_out_in_one_lane(m, e->b, negated, lanes);
	return e->kind == IR_BINARY && e->op == (negated ? IR_NE : IR_EQ) && equals_in_one_lane(m, e, lanes);
}

struct active
lanes_to_report(const struct machine *m)
{
	struct active reported = m->active;
	if (!m->divergence.one_lane)
		return reported;
	for (unsigned w = 0; w < m->warps; w++)
		reported.may.warp[w] &= -reported.may.warp[w];
	reported.must = mask_and(&reported.must, &reported.may);
	return reported;
}
