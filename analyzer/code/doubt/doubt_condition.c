/* Conditions, and what comes of who goes by them. */
#include "code/doubt/doubt_internal.h"
#include "ir/walk.h"

enum { MOST_STEPS = 32 };

/* Whether guards.h reads the number: only then blocks on both sides of where it turns are run. */
static bool
is_read_by_guards(const struct doubt_reader *r, const struct ir_expr *e, unsigned depth)
{
	if (depth > MOST_STEPS || e->type->kind != IR_TYPE_INT)
		return false;
	switch (e->kind) {
	case IR_INT: case IR_SPECIAL:
		return true;
	case IR_CONVERT:
		return is_read_by_guards(r, e->a, depth + 1);
	case IR_BINARY:
		return is_read_by_guards(r, e->a, depth + 1) && is_read_by_guards(r, e->b, depth + 1);
	case IR_LOAD: {
		const struct ir_var *var = ir_local_of_address(e->a);
		const struct definition *d = var && var->slot < r->definitions.count ? &r->definitions.slots[var->slot] : NULL;
		if (!d)
			return false;
		if (var->storage == IR_STORAGE_PARAM)
			return d->times <= 1;
		/* Of what moves on from a value, such as a loop's counter, they take that. */
		const bool has_value = e->a->kind == IR_VAR && d->value && (d->times == 1 || (d->times == 2 && d->added));
		return has_value && is_read_by_guards(r, d->value, depth + 1);
	}
	default:
		return false;
	}
}

static bool
turns_are_found(const struct doubt_reader *r, const struct ir_expr *e, unsigned depth)
{
	if (r->in->func != r->kernel || depth > MOST_STEPS)
		return false;
	if (e->kind == IR_CONVERT || (e->kind == IR_UNARY && e->op == IR_NOT))
		return turns_are_found(r, e->a, depth + 1);
	if (e->kind == IR_AND || e->kind == IR_OR ||
	    (e->kind == IR_BINARY && (e->op == IR_BIT_AND || e->op == IR_BIT_OR)))
		return turns_are_found(r, e->a, depth + 1) && turns_are_found(r, e->b, depth + 1);
	return e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_GE && is_read_by_guards(r, e->a, 0) &&
	       is_read_by_guards(r, e->b, 0);
}

/* Of two conditions that both turn along one line of blocks, both together may come out alike at its ends and otherwise in
 * between. */
static dependence
of_both(const struct doubt_reader *r, const struct ir_expr *e, dependence a, dependence b)
{
	return a & b & LINEAR && !turns_are_found(r, e, 0) ? WILD : worse(a, b);
}

dependence
doubt_of_comparison(dependence d)
{
	return d & (WRAPS | JUMPS) ? WILD : d & ~(dependence)LOWERED;
}

dependence
doubt_of_choice(const struct doubt_reader *r, const struct ir_expr *condition, dependence d)
{
	return d & LINEAR && !turns_are_found(r, condition, 0) ? d | JUMPS : d;
}

/* A condition's outcome as a number. */
static bool
is_truth(const struct ir_expr *e)
{
	return e->kind == IR_CONVERT && e->a->type->kind == IR_TYPE_BOOL && e->type->kind == IR_TYPE_INT;
}

dependence
doubt_read_condition(struct doubt_reader *r, const struct ir_expr *e)
{
	if (!e)
		return INDEPENDENT;
	if (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_BOOL)
		return doubt_read_condition(r, e->a);
	if (e->kind == IR_UNARY && e->op == IR_NOT)
		return doubt_read_condition(r, e->a);
	if (e->kind == IR_AND || e->kind == IR_OR) {
		const dependence outer = r->context, a = doubt_read_condition(r, e->a);
		r->context = worse(outer, a);
		const dependence b = doubt_read_condition(r, e->b);
		r->context = outer;
		return of_both(r, e, a, b);
	}
	if (e->kind == IR_BINARY && (e->op == IR_BIT_AND || e->op == IR_BIT_OR) && is_truth(e->a) && is_truth(e->b)) {
		const dependence a = doubt_read_condition(r, e->a->a);
		return of_both(r, e, a, doubt_read_condition(r, e->b->a));
	}
	if (e->kind == IR_BINARY && e->op >= IR_LT && e->op <= IR_GE) {
		const dependence a = doubt_read_expr(r, e->a);
		return doubt_of_comparison(worse(a, doubt_read_expr(r, e->b)));
	}
	return wild_unless_independent(doubt_read_expr(r, e));
}
