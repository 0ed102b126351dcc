#include "code/settled.h"

#include "ir/walk.h"

enum { MOST_VARS = 16, DEEPEST = 24 };

struct reader {
	const struct ir_func *func;
	const struct ir_var *vars[MOST_VARS];   /* looked at, and taken for settled meanwhile */
	unsigned count;
};

static bool expr_is_settled(struct reader *r, const struct ir_expr *e, unsigned depth);

/* Whether all that the code assigns to the variable is settled. */
static bool
assignments_are_settled(struct reader *r, struct ir_node code, const struct ir_var *var, unsigned depth)
{
	const struct ir_expr *e = code.expr;
	if (depth == IR_DEEPEST)
		return false;
	if (e && (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && e->a->var == var &&
	    !expr_is_settled(r, e->b, 0))
		return false;
	struct ir_parts parts = ir_parts_of(code);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!assignments_are_settled(r, part, var, depth + 1))
			return false;
	return true;
}

static bool
var_is_settled(struct reader *r, const struct ir_var *var)
{
	if (var->storage != IR_STORAGE_LOCAL || var->address_taken)
		return false;
	for (unsigned i = 0; i < r->count; i++)
		if (r->vars[i] == var)
			return true;
	if (r->count == MOST_VARS)
		return false;
	r->vars[r->count++] = var;
	return assignments_are_settled(r, (struct ir_node){.stmt = r->func->body}, var, 0);
}

static bool
is_address_of_own(const struct ir_expr *e)
{
	return e->kind == IR_VAR && e->var->storage == IR_STORAGE_LOCAL;
}

static bool
expr_is_settled(struct reader *r, const struct ir_expr *e, unsigned depth)
{
	if (!e || depth == DEEPEST)
		return !e;
	switch (e->kind) {
	case IR_INT: case IR_FLOAT:
		return true;
	case IR_VAR:
		return is_address_of_own(e);
	case IR_LOAD: case IR_UPDATE:
		return e->a->kind == IR_VAR && var_is_settled(r, e->a->var);
	case IR_STORE: case IR_COMMA:
		return expr_is_settled(r, e->b, depth + 1);
	case IR_UNARY: case IR_BINARY: case IR_AND: case IR_OR: case IR_CONDITIONAL: case IR_CONVERT: case IR_OFFSET: case IR_FIELD:
		return expr_is_settled(r, e->a, depth + 1) && expr_is_settled(r, e->b, depth + 1) &&
		       expr_is_settled(r, e->c, depth + 1);
	default:
		return false;
	}
}

bool
is_settled_each_time(const struct ir_func *func, const struct ir_stmt *branch)
{
	struct reader r = {.func = func};
	return branch->expr && expr_is_settled(&r, branch->expr, 0);
}
