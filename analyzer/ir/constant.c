#include "ir/constant.h"

#include "ir/integer.h"

enum { DEEPEST = 50 };

static bool fold(const struct ir_expr *e, int64_t *value, unsigned depth);

/* One operand is enough if it decides. */
static bool
fold_choice(const struct ir_expr *e, int64_t *value, unsigned depth)
{
	const bool decides = e->kind == IR_OR;
	int64_t a, b;
	const bool knows_a = fold(e->a, &a, depth), knows_b = fold(e->b, &b, depth);
	*value = (knows_a && (a != 0) == decides) || (knows_b && (b != 0) == decides) ? decides : !decides;
	return *value == decides || (knows_a && knows_b);
}

static bool
fold(const struct ir_expr *e, int64_t *value, unsigned depth)
{
	int64_t a, b;
	if (depth > DEEPEST)
		return false;
	switch (e->kind) {
	case IR_INT:
		*value = e->integer;
		return true;
	case IR_CONVERT:
		if (e->type->kind != IR_TYPE_BOOL || (e->a->kind != IR_FLOAT && !fold(e->a, &a, depth + 1)))
			return false;
		*value = e->a->kind == IR_FLOAT ? e->a->real != 0 : a != 0;
		return true;
	case IR_UNARY:
		return fold(e->a, &a, depth + 1) && integer_of(e, a, 0, value);
	case IR_BINARY:
		return fold(e->a, &a, depth + 1) && fold(e->b, &b, depth + 1) && integer_of(e, a, b, value);
	case IR_AND: case IR_OR:
		return fold_choice(e, value, depth + 1);
	default:
		return false;
	}
}

bool
ir_is_constant(const struct ir_expr *e, int64_t *value)
{
	return fold(e, value, 0);
}
