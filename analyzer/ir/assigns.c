#include "ir/assigns.h"

static bool
assigns(struct ir_node node, const struct ir_var *var, unsigned depth)
{
	const struct ir_expr *e = node.expr;
	if (depth > IR_DEEPEST || (e && (e->kind == IR_STORE || e->kind == IR_UPDATE) && e->a->kind == IR_VAR && e->a->var == var))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (assigns(part, var, depth + 1))
			return true;
	return false;
}

bool
ir_assigns(struct ir_node node, const struct ir_var *var)
{
	return assigns(node, var, 0);
}
