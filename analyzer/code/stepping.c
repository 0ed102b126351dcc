#include "code/stepping.h"

#include "ir/walk.h"

/* Ways from the middle of a round to the next one. */
static bool
jumps(struct ir_node node, unsigned depth)
{
	const enum ir_stmt_kind kind = node.stmt ? node.stmt->kind : IR_STMT_EXPR;
	if (kind == IR_STMT_CONTINUE || kind == IR_STMT_UNKNOWN || depth >= IR_DEEPEST)
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (jumps(part, depth + 1))
			return true;
	return false;
}

/* Adds up what the statements of the body add to the variable, each once a round; how many do. */
static unsigned
steps_in(struct definitions *definitions, const struct ir_stmt *body, const struct ir_var *var, int64_t *sum)
{
	unsigned count = 0;
	struct ir_parts parts = ir_parts_of((struct ir_node){.stmt = body});
	for (struct ir_node part; body->kind == IR_STMT_BLOCK && ir_next_part(&parts, &part);) {
		const struct ir_expr *e = part.stmt && part.stmt->kind == IR_STMT_EXPR ? part.stmt->expr : NULL;
		int64_t step;
		if (!e || e->kind != IR_UPDATE || e->a->kind != IR_VAR || e->a->var != var ||
		    (e->op != IR_ADD && e->op != IR_SUB) || !constant_value(definitions, e->b, &step))
			continue;
		*sum = (int64_t)(e->op == IR_ADD ? (uint64_t)*sum + (uint64_t)step : (uint64_t)*sum - (uint64_t)step);
		count++;
	}
	return count;
}

unsigned
stepping_multiple(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e)
{
	const struct ir_var *var = e->kind == IR_LOAD && e->a->kind == IR_VAR ? e->a->var : NULL;
	if (!var || var->storage != IR_STORAGE_LOCAL || var->type->kind != IR_TYPE_INT ||
	    var->slot >= definitions->count)
		return 1;
	const struct definition *d = &definitions->slots[var->slot];
	int64_t start, sum = 0;
	/* Once before the loop, all other times in each of its rounds. */
	if (!d->value || d->times < 2 || !constant_value(definitions, d->value, &start) ||
	    assignments_of(loop, var) != d->times - 1 || steps_in(definitions, loop->body, var, &sum) != d->times - 1 ||
	    jumps((struct ir_node){.stmt = loop->body}, 0))
		return 1;
	return power_of_two_in(sum);
}
