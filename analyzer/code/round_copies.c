#include "code/round_copies.h"

#include "code/effects.h"
#include "code/loop_test.h"
#include "code/steady.h"
#include "code/unroll.h"
#include "ir/walk.h"

enum { COPIES = 4, MOST_INSTRUCTIONS = 192, COPIED_AGAIN = 8, DEEPEST_BOUND = 16 };

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

static bool
goes_on_early(const void *context, struct ir_node node)
{
	(void)context;
	return node.stmt && node.stmt->kind == IR_STMT_CONTINUE;
}

/* What the test compares where that moves it, as in `k++ < n`; else NULL. */
static const struct ir_expr *
step_in_test(struct definitions *definitions, const struct ir_expr *operand, const struct ir_var *var)
{
	operand = ir_without_conversions(operand);
	return operand && adds_constant(definitions, operand, var) ? operand : NULL;
}

/* The statement of the body that moves it; NULL: none does. */
static const struct ir_expr *
step_in_body(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_var *var)
{
	uint32_t count;
	const struct ir_stmt *const *stmts = loop_statements(&loop->body, &count);
	for (uint32_t i = 0; i < count; i++)
		if (stmts[i]->kind == IR_STMT_EXPR && adds_constant(definitions, stmts[i]->expr, var))
			return stmts[i]->expr;
	return NULL;
}

/* Whether each round moves it once, by the same: at the loop's step, as a statement of the body, or where it is compared. */
static bool
is_counter(struct definitions *definitions, const struct ir_stmt *loop, const struct loop_test *test,
           const struct ir_expr *compared, const struct ir_var *var)
{
	const unsigned assigned = assignments_of(loop->body, var);
	const bool in_test = step_in_test(definitions, compared, var);
	if (adds_constant(definitions, loop->step, var))
		return !assigned && !in_test;
	if (in_test && !test->exit)
		return !assigned;
	if (assigned != 1 || ir_any((struct ir_node){.stmt = loop->body}, goes_on_early, NULL))
		return false;
	return in_test || step_in_body(definitions, loop, var);
}

/* The variable that is compared, as it is or on its way. */
static const struct ir_var *
variable_compared(const struct ir_expr *e)
{
	const struct ir_expr *bare = ir_without_conversions(e);
	if (bare && (bare->kind == IR_UPDATE || bare->kind == IR_STORE) && bare->a->kind == IR_VAR)
		return bare->a->var;
	return variable_read(e);
}

/* The counter that is compared there with what is the same in all rounds; NULL: it is none. other: NULL: 0. */
static const struct ir_var *
counter_compared(struct definitions *definitions, const struct ir_stmt *loop, const struct loop_test *test,
                 const struct ir_expr *compared, const struct ir_expr *other)
{
	const struct ir_var *var = variable_compared(compared);
	return var && is_counter(definitions, loop, test, compared, var) && is_kept(definitions, loop, other, 0) ? var : NULL;
}

/* The one by which it can be known on the way in how often the loop goes round; NULL: there is none. */
static const struct ir_var *
counter_of(struct definitions *definitions, const struct ir_stmt *loop, const struct loop_test *test)
{
	const struct ir_expr *condition = ir_without_conversions(test->condition);
	bool leaves = test->leaves;
	while (condition && condition->kind == IR_UNARY && condition->op == IR_NOT) {
		condition = ir_without_conversions(condition->a);
		leaves = !leaves;
	}
	if (!condition)
		return NULL;
	/* `n--` asks whether that was other than 0. */
	if (condition->kind != IR_BINARY)
		return leaves ? NULL : counter_compared(definitions, loop, test, condition, NULL);
	if (condition->op < IR_LT || condition->op > IR_NE || condition->op == (leaves ? IR_NE : IR_EQ))
		return NULL;
	const struct ir_var *left = counter_compared(definitions, loop, test, condition->a, condition->b);
	return left ? left : counter_compared(definitions, loop, test, condition->b, condition->a);
}

/* Of what a round does but for its test. */
static double
size_of_round(struct definitions *definitions, const struct ir_stmt *loop, const struct loop_test *test)
{
	uint32_t count;
	const struct ir_stmt *const *stmts = loop_statements(&loop->body, &count);
	const struct ir_stmt *exit = test->exit, *stays = !exit ? NULL : test->leaves ? exit->otherwise : exit->then;
	double size = exit ? 0 : extent_under_predicates(definitions, loop->body).instructions;
	for (uint32_t i = 0; exit && i < count; i++) {
		const struct ir_stmt *s = stmts[i] == exit ? stays : stmts[i];
		size += s ? extent_under_predicates(definitions, s).instructions : 0;
	}
	return size;
}

static unsigned
count_copies(const struct ir_stmt *loop, double size)
{
	if (loop->unroll > 1)
		return (unsigned)loop->unroll;
	unsigned copies = COPIES;
	while (copies > 1 && copies * size > MOST_INSTRUCTIONS)
		copies /= 2;
	return size <= COPIED_AGAIN ? COPIES * COPIES : copies;
}

struct round_copies
round_copies_of(struct definitions *definitions, const struct ir_stmt *loop)
{
	const struct loop_test test = loop_test_of(loop);
	const struct ir_var *counter = loop->unroll == 1 || !loop->body ? NULL : counter_of(definitions, loop, &test);
	if (!counter)
		return (struct round_copies){1, NULL, NULL};
	const unsigned count = count_copies(loop, size_of_round(definitions, loop, &test));
	if (count == 1)
		return (struct round_copies){1, NULL, NULL};
	return (struct round_copies){count, counter, step_in_body(definitions, loop, counter)};
}
