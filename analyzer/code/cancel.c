#include "code/cancel.h"

#include "code/linear.h"

enum { MOST_SUMMANDS = 16 };

bool
expr_is_zero_anyway(const struct ir_expr *e)
{
	const bool multiplies = e->type->kind == IR_TYPE_INT && (e->op == IR_MUL || e->op == IR_BIT_AND);
	return multiplies && ((e->a->kind == IR_INT && !e->a->integer) || (e->b->kind == IR_INT && !e->b->integer));
}

/* What a sum is of, or an exclusive or. */
struct summands {
	struct summand {
		const struct ir_expr *what;
		bool is_taken_away;
	} items[MOST_SUMMANDS];
	unsigned count;
};

static bool
is_sum(const struct ir_expr *e)
{
	return e->kind == IR_BINARY && e->type->kind == IR_TYPE_INT && (e->op == IR_ADD || e->op == IR_SUB);
}

static bool
is_exclusive_or(const struct ir_expr *e)
{
	return e->kind == IR_BINARY && e->type->kind == IR_TYPE_INT && e->op == IR_BIT_XOR;
}

static void
add_summands(struct summands *to, const struct ir_expr *e, bool is_part(const struct ir_expr *), bool is_taken_away,
             unsigned depth)
{
	if (to->count == MOST_SUMMANDS || depth == MOST_SUMMANDS)
		return;
	if (!is_part(e)) {
		to->items[to->count++] = (struct summand){e, is_taken_away};
		return;
	}
	add_summands(to, e->a, is_part, is_taken_away, depth + 1);
	add_summands(to, e->b, is_part, is_taken_away != (e->op == IR_SUB), depth + 1);
}

/* Whether something is in the sum that is taken away from it again, or in the exclusive or twice. */
static bool
has_cancelling(const struct ir_expr *e)
{
	struct summands all = {.count = 0};
	add_summands(&all, e, is_sum(e) ? is_sum : is_exclusive_or, false, 0);
	for (unsigned i = 1; i < all.count; i++)
		for (unsigned k = 0; k < i; k++)
			if (all.items[i].is_taken_away != (all.items[k].is_taken_away || is_exclusive_or(e)) &&
			    same_expr(all.items[i].what, all.items[k].what))
				return true;
	return false;
}

bool
expr_cancels(const struct ir_expr *e)
{
	if (is_sum(e) || is_exclusive_or(e))
		return has_cancelling(e);
	return e->a->type->kind == IR_TYPE_INT && e->op != IR_MUL && same_expr(e->a, e->b);
}
