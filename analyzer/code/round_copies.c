#include "code/round_copies.h"

#include "code/effects.h"
#include "code/steady.h"
#include "code/unroll.h"
#include "ir/walk.h"

enum { COPIES = 4, MOST_INSTRUCTIONS = 192, COPIED_AGAIN = 8, DEEPEST_BOUND = 16 };

static bool
leads_out(const void *context, struct ir_node node)
{
	(void)context;
	return node.stmt && (node.stmt->kind == IR_STMT_BREAK || node.stmt->kind == IR_STMT_RETURN);
}

/* Whether it is the same in all rounds: also where memory is read, if the loop writes none. */
static bool
is_kept(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e, unsigned depth)
{
	if (!e || steady_in_loop(definitions, loop, e))
		return true;
	if (depth > DEEPEST_BOUND)
		return false;
	switch (e->kind) {
	case IR_LOAD:
		return !ir_local_of_address(e->a) && is_kept(definitions, loop, e->a, depth + 1) &&
		       !stmt_clobbers(loop->body);
	case IR_VAR:
		return true;
	case IR_OFFSET: case IR_FIELD: case IR_BINARY: case IR_CONVERT:
		return is_kept(definitions, loop, e->a, depth + 1) && is_kept(definitions, loop, e->b, depth + 1);
	default:
		return false;
	}
}

static const struct ir_var *
variable_read(const struct ir_expr *e)
{
	e = ir_without_conversions(e);
	return e && e->kind == IR_LOAD && e->a->kind == IR_VAR ? e->a->var : NULL;
}

/* Whether a step adds a constant: `k += 2`, `k = k - 1`. */
static bool
adds_constant(struct definitions *definitions, const struct ir_expr *step, const struct ir_var *counter)
{
	int64_t by;
	const struct ir_expr *sum = step && step->kind == IR_STORE ? ir_without_conversions(step->b) : step;
	if (!step || (step->kind != IR_STORE && step->kind != IR_UPDATE) || step->a->kind != IR_VAR || step->a->var != counter)
		return false;
	if (step->kind == IR_STORE && (sum->kind != IR_BINARY || variable_read(sum->a) != counter))
		return false;
	return (sum->op == IR_ADD || sum->op == IR_SUB) && constant_value(definitions, sum->b, &by);
}

/* Whether each round moves it once, by the same: at the loop's step, or as a statement of the body. */
static bool
is_counter(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_var *var)
{
	const unsigned assigned = assignments_of(loop->body, var);
	if (adds_constant(definitions, loop->step, var))
		return !assigned;
	for (uint32_t i = 0; assigned == 1 && loop->body->kind == IR_STMT_BLOCK && i < loop->body->stmt_count; i++) {
		const struct ir_stmt *s = loop->body->stmts[i];
		if (s->kind == IR_STMT_EXPR && adds_constant(definitions, s->expr, var))
			return true;
	}
	return false;
}

/* The one by which it can be known on the way in how often the loop goes round; NULL: there is none. */
static const struct ir_var *
counter_of(struct definitions *definitions, const struct ir_stmt *loop)
{
	const struct ir_expr *condition = ir_without_conversions(loop->expr);
	if (!condition || condition->kind != IR_BINARY || condition->op < IR_LT || condition->op > IR_NE)
		return NULL;
	const struct ir_var *left = variable_read(condition->a), *right = variable_read(condition->b);
	if (left && is_counter(definitions, loop, left) && is_kept(definitions, loop, condition->b, 0))
		return left;
	return right && is_counter(definitions, loop, right) && is_kept(definitions, loop, condition->a, 0) ? right : NULL;
}

static unsigned
count_copies(struct definitions *definitions, const struct ir_stmt *loop)
{
	if (loop->unroll > 1)
		return (unsigned)loop->unroll;
	const double size = extent_under_predicates(definitions, loop->body).instructions;
	unsigned copies = COPIES;
	while (copies > 1 && copies * size > MOST_INSTRUCTIONS)
		copies /= 2;
	return size <= COPIED_AGAIN ? COPIES * COPIES : copies;
}

struct round_copies
round_copies_of(struct definitions *definitions, const struct ir_stmt *loop)
{
	const struct ir_var *counter = loop->unroll == 1 || !loop->body ? NULL : counter_of(definitions, loop);
	if (!counter || ir_any((struct ir_node){.stmt = loop->body}, leads_out, NULL))
		return (struct round_copies){1, NULL};
	const unsigned count = count_copies(definitions, loop);
	return (struct round_copies){count, count > 1 ? counter : NULL};
}
