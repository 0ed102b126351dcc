/* How often loops go round. */
#include "code/definitions.h"
#include "code/effects.h"
#include "eval/guard/guard_read.h"
#include "ir/integer.h"
#include "ir/walk.h"

/* What the loop does to the counter in every round; NULL: that is not seen. */
static const struct ir_expr *
update_in(const struct ir_expr *e, const struct ir_var *counter)
{
	if (e && e->kind == IR_COMMA) {
		const struct ir_expr *found = update_in(e->a, counter);
		return found ? found : update_in(e->b, counter);
	}
	const bool updates = e && e->kind == IR_UPDATE && (e->op == IR_ADD || e->op == IR_SUB);
	return updates && e->a->kind == IR_VAR && e->a->var == counter ? e : NULL;
}

static const struct ir_expr *
update_of(const struct ir_stmt *loop, const struct ir_var *counter)
{
	const struct ir_expr *found = update_in(loop->step, counter);
	const struct ir_stmt *body = loop->body;
	for (uint32_t i = 0; !found && body->kind == IR_STMT_BLOCK && i < body->stmt_count; i++)
		if (body->stmts[i]->kind == IR_STMT_EXPR)
			found = update_in(body->stmts[i]->expr, counter);
	return found && assignments_of(loop, counter) == 1 ? found : NULL;
}

/* The counter that a number follows at some distance; NULL: it is no such number. */
static const struct ir_var *
counter_of(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT || (e->kind == IR_BINARY && (e->op == IR_ADD || e->op == IR_SUB) && e->b->kind == IR_INT))
		e = e->a;
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && guard_follows(e->a->var) ? e->a->var : NULL;
}

/* What the loop changes has been forgotten. */
static int64_t
step_of(struct guard_reader *r, const struct ir_stmt *loop, const struct ir_expr *side)
{
	const struct ir_var *counter = counter_of(side);
	const struct ir_expr *update = counter ? update_of(loop, counter) : NULL;
	int64_t by;
	if (!update || !guard_is_number(&r->nodes, guard_read_expr(r, update->b), &by) || by == INT64_MIN)
		return 0;
	return update->op == IR_SUB ? -by : by;
}

/* How often it is added until `start op end` holds no more; unknown, where it may never be so. */
static guard_id
rounds_until(struct guard_reader *r, enum ir_op op, guard_id start, guard_id end, int64_t step)
{
	const bool up = op == IR_LT || op == IR_LE || (op == IR_NE && step > 0), with_end = op == IR_LE || op == IR_GE;
	if (!start || !end || !step || op == IR_EQ || up != (step > 0))
		return GUARD_NODE_UNKNOWN;
	const guard_id from = guard_convert(&r->nodes, up ? start : end, &guard_wide), to = guard_convert(&r->nodes, up ? end : start, &guard_wide);
	const guard_id way = guard_binary(&r->nodes, IR_SUB, &guard_wide, to, from);
	const guard_id all = with_end ? guard_binary(&r->nodes, IR_ADD, &guard_wide, way, guard_number(&r->nodes, &guard_wide, 1)) : way;
	if (guard_is_changed(all) || !all)
		return GUARD_NODE_UNKNOWN;
	return guard_add_node(&r->nodes, (struct guard_node){.kind = GUARD_ROUNDS, .type = &guard_wide, .a = all, .integer = up ? step : -step});
}

static guard_id
read_before(struct guard_reader *r, const struct ir_expr *e, const struct guard_round_states *states)
{
	r->frame->vars = states->before;
	const guard_id what = guard_read_expr(r, e);
	r->frame->vars = states->now;
	return what;
}

/* How often the loop goes round by that condition; unknown: it cannot be told. */
static guard_id
rounds_by(struct guard_reader *r, const struct ir_stmt *loop, const struct ir_expr *e, const struct guard_round_states *states)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL)
		e = e->a;
	if (e->kind == IR_AND) {
		const guard_id a = rounds_by(r, loop, e->a, states), b = rounds_by(r, loop, e->b, states);
		return a && b ? guard_choice(&r->nodes, guard_binary(&r->nodes, IR_LT, &guard_truth, a, b), a, b) : GUARD_NODE_UNKNOWN;
	}
	if (e->kind != IR_BINARY || e->op < IR_LT || e->op > IR_NE)
		return GUARD_NODE_UNKNOWN;
	const bool is_left = guard_is_changed(guard_read_expr(r, e->a));
	const struct ir_expr *moving = is_left ? e->a : e->b, *other = is_left ? e->b : e->a;
	const guard_id end = guard_read_expr(r, other), start = read_before(r, moving, states);
	return rounds_until(r, is_left ? e->op : integer_turned(e->op), start, end, step_of(r, loop, moving));
}

static bool
assigns(const void *context, struct ir_node node)
{
	(void)context;
	return node.expr && (node.expr->kind == IR_STORE || node.expr->kind == IR_UPDATE);
}

bool
guard_can_repeat(const struct ir_expr *e)
{
	return !ir_any((struct ir_node){.expr = e}, assigns, NULL) || !expr_has_effects(e);
}

void
guard_read_rounds(struct guard_reader *r, const struct ir_stmt *s, const struct guard_round_states *states)
{
	guard_note_rounds(r, rounds_by(r, s, s->expr, states));
}
