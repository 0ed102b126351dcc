#include "ir/constant.h"

#include "ir/integer.h"

enum { DEEPEST = 50 };

static bool fold(const struct ir_expr *e, int64_t *value, unsigned depth);

/* One operand suffices if it decides the result. */
static bool
fold_choice(const struct ir_expr *e, int64_t *value, unsigned depth)
{
	const bool decides = e->kind == IR_OR;
	int64_t a, b;
	const bool knows_a = fold(e->a, &a, depth), knows_b = fold(e->b, &b, depth);
	*value = (knows_a && (a != 0) == decides) || (knows_b && (b != 0) == decides) ? decides : !decides;
	return *value == decides || (knows_a && knows_b);
}

/* The value of a literal, through the conversions of a comparison. */
static bool
real_of(const struct ir_expr *e, double *real)
{
	while (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_FLOAT)
		e = e->a;
	*real = e->kind == IR_FLOAT ? e->real : (double)(e->kind == IR_INT ? e->integer : 0);
	return e->kind == IR_FLOAT || (e->kind == IR_INT && e->type->is_signed);
}

static bool
compare_reals(const struct ir_expr *e, int64_t *value)
{
	double a, b;
	if (e->a->type->kind != IR_TYPE_FLOAT || !real_of(e->a, &a) || !real_of(e->b, &b))
		return false;
	return integer_relation(e->op, (struct order){a<b, a == b, a> b}, value);
}

static bool
fold(const struct ir_expr *e, int64_t *value, unsigned depth)
{
	int64_t a, b;
	if (depth > DEEPEST)
		return false;
	switch (e->kind) {
	case IR_INT: *value = e->integer; return true;
	case IR_CONVERT:
		if (e->type->kind != IR_TYPE_BOOL || (e->a->kind != IR_FLOAT && !fold(e->a, &a, depth + 1)))
			return false;
		*value = e->a->kind == IR_FLOAT ? e->a->real != 0 : a != 0;
		return true;
	case IR_UNARY: return fold(e->a, &a, depth + 1) && integer_of(e, a, 0, value);
	case IR_BINARY:
		return compare_reals(e, value) ||
		       (fold(e->a, &a, depth + 1) && fold(e->b, &b, depth + 1) && integer_of(e, a, b, value));
	case IR_AND:
	case IR_OR: return fold_choice(e, value, depth + 1);
	default: return false;
	}
}

bool
ir_is_constant(const struct ir_expr *e, int64_t *value)
{
	return fold(e, value, 0);
}

static bool
never_takes_statement(const struct ir_stmt *whole, const struct ir_stmt *part)
{
	int64_t value;
	return whole->kind == IR_STMT_IF && ir_is_constant(whole->expr, &value) &&
	       part == (value ? whole->otherwise : whole->then);
}

static bool
never_takes_operand(const struct ir_expr *whole, const struct ir_expr *part)
{
	const bool chooses = whole->kind == IR_CONDITIONAL;
	int64_t value;
	if ((!chooses && whole->kind != IR_AND && whole->kind != IR_OR) || part == whole->a ||
	    !ir_is_constant(whole->a, &value))
		return false;
	return chooses ? part == (value ? whole->c : whole->b) : (value != 0) == (whole->kind == IR_OR);
}

bool
ir_never_runs(struct ir_node whole, struct ir_node part)
{
	return (whole.stmt && part.stmt && never_takes_statement(whole.stmt, part.stmt)) ||
	       (whole.expr && part.expr && never_takes_operand(whole.expr, part.expr));
}
