#include "frontend/lower/lower_once.h"

#include "ir/constant.h"
#include "ir/integer.h"
#include "ir/walk.h"

/* The integer variable that is read, through conversions that keep all that an int holds; NULL: none is. */
static const struct ir_var *
variable_read(const struct ir_expr *e)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_INT && e->type->size >= sizeof(int))
		e = e->a;
	const bool read = e->kind == IR_LOAD && e->a->kind == IR_VAR;
	return read && e->type->kind == IR_TYPE_INT && e->type->size >= sizeof(int) ? e->a->var : NULL;
}

/* A number that every type of at least an int's size holds. */
static bool
small_number(const struct ir_expr *e, int64_t *number)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_INT && e->type->size >= sizeof(int))
		e = e->a;
	return ir_is_constant(e, number) && *number >= 0 && *number <= INT32_MAX;
}

/* What the loop's initialiser gives the variable that it declares. */
static bool
starts_at(const struct lower_stmts *before, const struct ir_var *counter, int64_t *number)
{
	bool declared = false, known = false;
	for (size_t i = 0; i < before->count; i++) {
		const struct ir_stmt *s = before->items[i];
		const struct ir_expr *e = s->kind == IR_STMT_EXPR ? s->expr : NULL;
		declared |= s->kind == IR_STMT_DECLARE && s->var == counter;
		if (e && e->kind == IR_STORE && e->a->kind == IR_VAR && e->a->var == counter)
			known = small_number(e->b, number);
	}
	return declared && known;
}

static bool
moves_to(const struct ir_expr *step, const struct ir_var *counter, int64_t *number)
{
	int64_t by;
	return step->kind == IR_UPDATE && step->a->kind == IR_VAR && step->a->var == counter && small_number(step->b, &by) &&
	       integer_binary(step->op, counter->type, *number, by, number) && *number >= 0 && *number <= INT32_MAX;
}

/* Whether more is done with the variable than that it is read. */
static bool
does_more(const void *counter, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (part.expr && part.expr->kind == IR_VAR && part.expr->var == counter && !(node.expr && node.expr->kind == IR_LOAD))
			return true;
	return false;
}

bool
runs_once(const struct lower_stmts *before, const struct ir_stmt *loop, const struct jump_target *target)
{
	const struct ir_expr *test = loop->expr, *step = loop->step;
	const struct ir_var *counter =
		test && step && test->kind == IR_BINARY && !target->is_continued ? variable_read(test->a) : NULL;
	int64_t bound, number, again;
	if (!counter || counter->type->is_volatile || !small_number(test->b, &bound) || !starts_at(before, counter, &number) ||
	    !integer_of(test, number, bound, &again) || !again || !moves_to(step, counter, &number) ||
	    !integer_of(test, number, bound, &again) || again)
		return false;
	return !ir_any((struct ir_node){.stmt = loop->body}, does_more, counter);
}
