#include "code/iterations_in_line.h"

#include "code/steady.h"
#include "code/unroll.h"
#include "ir/plain.h"
#include "ir/walk.h"

enum { MOST_VISITS = 2000 };

static bool
is_comparison(enum ir_op op)
{
	return op == IR_LT || op == IR_GT || op == IR_LE || op == IR_GE || op == IR_NE;
}

static const struct ir_var *
variable_of(const struct ir_expr *e)
{
	return e && e->kind == IR_LOAD && e->a->kind == IR_VAR ? e->a->var : NULL;
}

/* The variable that the step moves. */
static const struct ir_var *
counter_of(const struct ir_stmt *loop)
{
	const struct ir_expr *step = loop->step;
	const bool moves = step && (step->kind == IR_UPDATE || step->kind == IR_STORE) && step->a->kind == IR_VAR;
	return moves ? step->a->var : NULL;
}

/* The condition, if it compares the counter with what stays the same. */
static const struct ir_expr *
comparison_of(const struct definitions *definitions, const struct ir_stmt *loop)
{
	const struct ir_expr *condition = loop->test_last || !loop->expr ? NULL : ir_without_conversions(loop->expr);
	if (!condition || condition->kind != IR_BINARY || !is_comparison(condition->op) || !steady_in_loop(definitions, loop, condition->b))
		return NULL;
	const struct ir_var *counter = counter_of(loop);
	return counter && variable_of(ir_without_conversions(condition->a)) == counter ? condition : NULL;
}

static bool
is_rounded_division(const struct definitions *definitions, const struct ir_expr *e)
{
	const bool divides = (e->kind == IR_BINARY || e->kind == IR_UPDATE) && e->op == IR_DIV && e->type->kind == IR_TYPE_FLOAT;
	return divides && (e->type->size != 4 || !(definitions->rounding & IR_ROUGH_DIVISION));
}

/* True also where there is too much to look at. */
static bool
may_divide(const struct definitions *definitions, struct ir_node node, unsigned *left, unsigned depth)
{
	if (!*left || depth >= IR_DEEPEST)
		return true;
	--*left;
	if (node.expr && is_rounded_division(definitions, node.expr))
		return true;
	if (node.expr && node.expr->kind == IR_CALL && node.expr->func->body &&
	    may_divide(definitions, (struct ir_node){.stmt = node.expr->func->body}, left, depth + 1))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (may_divide(definitions, part, left, depth + 1))
			return true;
	return false;
}

/* Of a loop whose counter moves by what is known at run time alone. */
static unsigned
copies_at_run_time(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *comparison)
{
	const struct ir_var *counter = counter_of(loop);
	const bool counts = loop->step->kind == IR_UPDATE && variable_of(comparison->a) == counter && may_have_copies(definitions, loop) &&
	                    steady_in_loop(definitions, loop, loop->step->b) && !assignments_of(loop->body, counter);
	const struct extent body = extent_of(definitions, loop->body);
	if (!counts || body.breaks)
		return 1;
	return loop->unroll > 1 ? (unsigned)loop->unroll : copies_of_unknown_trips(&body);
}

unsigned
iterations_in_line(struct definitions *definitions, const struct ir_stmt *loop)
{
	unsigned left = MOST_VISITS;
	const struct ir_expr *comparison = comparison_of(definitions, loop);
	if (!comparison || may_divide(definitions, (struct ir_node){.stmt = loop->body}, &left, 0))
		return 1;
	const struct unrolling unrolling = unrolling_of(definitions, loop, NULL);
	return unrolling.copies > 1 ? unrolling.copies : copies_at_run_time(definitions, loop, comparison);
}
