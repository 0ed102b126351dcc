/* The remaining trip count of a loop, from its condition and from the exits in its body. */
#include "analysis/effects.h"
#include "eval/loop/loop.h"
#include "eval/state/evaluate.h"
#include "ir/integer.h"
#include "ir/walk.h"
#include "support/least.h"

static const struct ir_type wide = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8};

static const struct ir_expr *
without_conversion(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL)
		e = e->a;
	return e;
}

static uint64_t
magnitude(int64_t number)
{
	return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
}

/* How many consecutive times, from now, a number that moves towards zero keeps its sign. with_zero: zero itself
 * counts too. */
static uint64_t
stays_beyond(int64_t d, int64_t step, bool with_zero)
{
	return with_zero ? magnitude(d) / magnitude(step) + 1 : (magnitude(d) - 1) / magnitude(step) + 1;
}

/* How many consecutive times, from now, d is not zero. With a period of several iterations, d may be zero within a
 * period. */
static uint64_t
stays_apart(int64_t d, int64_t step, unsigned period)
{
	if (d == 0)
		return 0;
	if (!step || (d < 0) == (step < 0) || (magnitude(d) % magnitude(step) && period == 1))
		return UINT64_MAX;
	return magnitude(d) / magnitude(step);
}

/* How many consecutive times, from now, `d op 0` holds if d moves by `step` in each period. */
static uint64_t
holds(enum ir_op op, int64_t d, int64_t step, unsigned period)
{
	switch (op) {
	case IR_LT: return d >= 0 ? 0 : step <= 0 ? UINT64_MAX : stays_beyond(d, step, false);
	case IR_LE: return d > 0 ? 0 : step <= 0 ? UINT64_MAX : stays_beyond(d, step, true);
	case IR_GT: return d <= 0 ? 0 : step >= 0 ? UINT64_MAX : stays_beyond(d, step, false);
	case IR_GE: return d < 0 ? 0 : step >= 0 ? UINT64_MAX : stays_beyond(d, step, true);
	case IR_NE: return stays_apart(d, step, period);
	case IR_EQ: return d != 0 ? 0 : step ? 1 : UINT64_MAX;
	default: return 0;
	}
}

/* Whether the expression has no effects, and has a constant step if all variables that it reads have one: then three
 * evaluations determine its future. An expression that selects a number must be loop-invariant, because it may
 * select another one later. */
static bool
is_computable(struct machine *m, const struct sampler *sampler, const struct ir_expr *e)
{
	if (!e)
		return true;
	switch (e->kind) {
	case IR_INT:
	case IR_FLOAT:
	case IR_VAR:
	case IR_SPECIAL: return true;
	case IR_LOAD:
	case IR_OFFSET:
	case IR_FIELD:
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT:
	case IR_AND:
	case IR_OR:
	case IR_POINTER_DIFF: return is_computable(m, sampler, e->a) && is_computable(m, sampler, e->b);
	case IR_CALL: return !expr_has_effects(e) && !assigned_arguments_may_change(loop_assigned(m, sampler->stmt), e);
	case IR_CONDITIONAL:
	case IR_BUILTIN:
	case IR_STATEMENTS: return !expr_has_effects(e) && !assigned_may_change(loop_assigned(m, sampler->stmt), e);
	default: return false;
	}
}

/* The operands of a comparison and their difference, for the current variables. */
struct comparison {
	struct value a, b, difference;
};

static struct comparison
compare(struct machine *m, const struct ir_expr *e)
{
	const struct value a = eval_expr(m, e->a), b = eval_expr(m, e->b);
	/* The values must be kept: the variables that they were read from are about to move. */
	return (struct comparison){value_keep(m, a), value_keep(m, b), value_binary(m, IR_SUB, &wide, a, b)};
}

/* How many consecutive times, from now, an unsigned number that moves by a constant step does not wrap around. An
 * unknown number is assumed never to wrap. */
static uint64_t
stays_in_range(const struct ir_type *type, struct term now, struct term next)
{
	int64_t low, high = INT64_MAX, step;
	if (now.symbol || next.symbol)
		return UINT64_MAX;
	if (now.offset < 0 || __builtin_sub_overflow(next.offset, now.offset, &step))
		return 0; /* a 64-bit number that is negative here */
	integer_range(type, &low, &high);
	return !step ? UINT64_MAX
	             : (step > 0 ? (uint64_t)(high - now.offset) : (uint64_t)now.offset) / magnitude(step) + 1;
}

/* The trip count of one lane, from its comparisons in three consecutive periods. */
static uint64_t
lane_trips(enum ir_op op, const struct ir_type *type, const struct comparison of[3], unsigned lane, unsigned period)
{
	const struct term x = value_term(&of[0].difference, lane), y = value_term(&of[1].difference, lane),
			  z = value_term(&of[2].difference, lane);
	int64_t step, next;
	if (x.symbol || y.symbol || z.symbol || __builtin_sub_overflow(y.offset, x.offset, &step) ||
	    __builtin_sub_overflow(z.offset, y.offset, &next) || step != next)
		return 0;
	const uint64_t trips = holds(op, x.offset, step, period);
	if (type->kind != IR_TYPE_INT || type->is_signed)
		return trips;
	const uint64_t a = stays_in_range(type, value_term(&of[0].a, lane), value_term(&of[1].a, lane)),
		       b = stays_in_range(type, value_term(&of[0].b, lane), value_term(&of[1].b, lane));
	return least_of(trips, least_of(a, b));
}

static bool
is_uniform(const struct comparison *c)
{
	return c->a.uniform && c->b.uniform && c->difference.uniform;
}

/* Limits the trip count of every lane to `most`. */
static void
at_most(struct machine *m, uint64_t *trips, uint64_t most)
{
	for (unsigned l = 0; l < m->lanes; l++)
		trips[l] = least_of(trips[l], most);
}

static void
relation_trips(struct machine *m, struct sampler *sampler, const struct ir_expr *e, bool negated, uint64_t *trips)
{
	const enum ir_op op = negated ? integer_opposite(e->op) : e->op;
	if (e->a->type->kind == IR_TYPE_FLOAT || !is_computable(m, sampler, e)) {
		at_most(m, trips, 0);
		return;
	}
	struct comparison of[3];
	for (int i = 0; i < 3; i++) {
		of[i] = compare(m, e);
		sampler_shift(m, sampler, 1);
	}
	sampler_shift(m, sampler, -3);
	const bool uniform = is_uniform(&of[0]) && is_uniform(&of[1]) && is_uniform(&of[2]);
	if (uniform)
		at_most(m, trips, lane_trips(op, e->a->type, of, mask_first(&m->active.may), sampler->period));
	for (unsigned l = 0; l < m->lanes && !uniform; l++)
		if (mask_has(&m->active.may, l))
			trips[l] = least_of(trips[l], lane_trips(op, e->a->type, of, l, sampler->period));
}

static void
condition_trips(struct machine *m, struct sampler *sampler, const struct ir_expr *e, bool negated, uint64_t *trips)
{
	e = without_conversion(e);
	if (e->kind == IR_UNARY && e->op == IR_NOT) {
		condition_trips(m, sampler, e->a, !negated, trips);
	} else if ((e->kind == IR_AND && !negated) || (e->kind == IR_OR && negated)) {
		condition_trips(m, sampler, e->a, negated, trips);
		condition_trips(m, sampler, e->b, negated, trips);
	} else if (e->kind == IR_BINARY && ir_is_comparison(e->op)) {
		relation_trips(m, sampler, e, negated, trips);
	} else if (e->kind != IR_INT || (e->integer != 0) == negated) {
		at_most(m, trips, 0);
	}
}

/* The exits of a body: `break`s out of this loop and `return`s. */
static unsigned
count_exits(const struct ir_stmt *s, bool own)
{
	if (!s)
		return 0;
	if (s->kind == IR_STMT_BREAK || s->kind == IR_STMT_RETURN)
		return own || s->kind == IR_STMT_RETURN;
	own = own && s->kind != IR_STMT_SWITCH && s->kind != IR_STMT_LOOP;
	unsigned count = 0;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = s});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		count += count_exits(part.stmt, own);
	return count;
}

static bool
is_exit(const struct ir_stmt *s)
{
	while (s && s->kind == IR_STMT_BLOCK && s->stmt_count == 1)
		s = s->stmts[0];
	return s && (s->kind == IR_STMT_BREAK || s->kind == IR_STMT_RETURN);
}

/* Exits under a condition of their own, directly in the body: their negated conditions continue the loop. */
static void
exit_trips(struct machine *m, struct sampler *sampler, const struct ir_stmt *body, unsigned *handled, uint64_t *trips)
{
	for (uint32_t i = 0; body->kind == IR_STMT_BLOCK && i < body->stmt_count; i++) {
		const struct ir_stmt *s = body->stmts[i];
		if (s->kind != IR_STMT_IF || s->otherwise || !is_exit(s->then))
			continue;
		++*handled;
		condition_trips(m, sampler, s->expr, true, trips);
	}
}

/* For each active lane: how many consecutive iterations, from now, do not end the loop. False: something else may
 * end it. */
static bool
find_trips(struct machine *m, struct sampler *sampler, uint64_t *trips)
{
	const struct ir_stmt *stmt = sampler->stmt;
	struct event_sink *sink = m->sink;
	unsigned handled = 0;
	for (unsigned l = 0; l < m->lanes; l++)
		trips[l] = UINT64_MAX;
	m->sink = NULL; /* evaluating the condition here is no execution of it */
	if (stmt->expr)
		condition_trips(m, sampler, stmt->expr, false, trips);
	exit_trips(m, sampler, stmt->body, &handled, trips);
	m->sink = sink;
	return handled == count_exits(stmt->body, true);
}

uint64_t
loop_trips(struct machine *m, struct sampler *sampler)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	uint64_t *trips = arena_new_array(&m->scratch, uint64_t, m->lanes), least = UINT64_MAX;
	const bool known = find_trips(m, sampler, trips);
	for (unsigned l = 0; l < m->lanes; l++)
		if (mask_has(&m->active.may, l))
			least = least_of(least, trips[l]);
	if (!known || least == UINT64_MAX)
		least = 0;
	arena_release(&m->scratch, mark);
	/* An exit inside the body may take effect one period earlier than it seems here. */
	return least > 2 ? (least - 2) * sampler->period : 0;
}

bool
loop_lane_trips(struct machine *m, struct sampler *sampler, uint64_t *trips)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	bool known = sampler->stmt->expr && !count_exits(sampler->stmt->body, true) && find_trips(m, sampler, trips);
	for (unsigned l = 0; l < m->lanes; l++)
		known &= !mask_has(&m->active.may, l) || trips[l] < UINT64_MAX;
	arena_release(&m->scratch, mark);
	return known;
}
