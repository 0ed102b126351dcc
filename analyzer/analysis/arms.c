#include "analysis/arms.h"

#include <math.h>

enum { MOST_OPERATIONS = 1000 };

static bool
is_there_already(const struct ir_expr *value)
{
	value = ir_without_conversions(value);
	return !value || value->kind == IR_INT || value->kind == IR_FLOAT ||
	       (value->kind == IR_LOAD && value->a->kind == IR_VAR);
}

bool
arm_only_jumps(const struct ir_stmt *arm)
{
	while (arm->kind == IR_STMT_BLOCK && arm->stmt_count == 1)
		arm = arm->stmts[0];
	return arm->kind == IR_STMT_BREAK || arm->kind == IR_STMT_CONTINUE ||
	       (arm->kind == IR_STMT_RETURN && is_there_already(arm->expr));
}

/* The number of operations of loops and calls is unknown. */
double
operations_of(struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if ((node.stmt && node.stmt->kind == IR_STMT_LOOP) ||
	    (e && (e->kind == IR_CALL || e->kind == IR_CALL_POINTER || e->kind == IR_LAUNCH)))
		return INFINITY;
	double operations = e && (e->kind == IR_BINARY || e->kind == IR_UNARY || e->kind == IR_UPDATE ||
	                          e->kind == IR_BUILTIN || e->kind == IR_COPY || e->kind == IR_CONDITIONAL ||
	                          ((e->kind == IR_LOAD || e->kind == IR_STORE) && e->a->kind != IR_VAR));
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; operations < MOST_OPERATIONS && ir_next_part(&parts, &part);)
		operations += operations_of(part);
	return operations < MOST_OPERATIONS ? operations : INFINITY;
}
