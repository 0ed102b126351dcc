#include "ir/assigns.h"

static bool
assigns(const void *var, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	return e && (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && e->a->var == var;
}

bool
ir_assigns(struct ir_node node, const struct ir_var *var)
{
	return ir_any(node, assigns, var);
}
