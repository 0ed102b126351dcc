#include "analysis/loop_test.h"

/* Whether all lanes in the arm leave the loop at its end. */
static bool
ends_with_leaving(const struct ir_stmt *arm)
{
	while (arm && arm->kind == IR_STMT_BLOCK && arm->stmt_count)
		arm = arm->stmts[arm->stmt_count - 1];
	return arm && (arm->kind == IR_STMT_BREAK || arm->kind == IR_STMT_RETURN);
}

const struct ir_stmt *const *
loop_statements(const struct ir_stmt *const *body, uint32_t *count)
{
	const bool is_block = *body && (*body)->kind == IR_STMT_BLOCK;
	*count = is_block ? (*body)->stmt_count : *body ? 1 : 0;
	return is_block ? (*body)->stmts : body;
}

bool
loop_exit_leaves_first(const struct ir_stmt *exit)
{
	return ends_with_leaving(exit->then);
}

bool
is_loop_exit(const struct ir_stmt *loop, const struct ir_stmt *s)
{
	uint32_t count, i = 0;
	if (s->kind != IR_STMT_IF || !s->loc.line || ends_with_leaving(s->then) == ends_with_leaving(s->otherwise))
		return false;
	const struct ir_stmt *const *stmts = loop_statements(&loop->body, &count);
	while (i < count && stmts[i] != s)
		i++;
	return i < count;
}

const struct ir_stmt *
first_loop_exit(const struct ir_stmt *loop)
{
	uint32_t count;
	const struct ir_stmt *const *stmts = loop_statements(&loop->body, &count);
	for (uint32_t i = 0; i < count; i++)
		if (is_loop_exit(loop, stmts[i]))
			return stmts[i];
	return NULL;
}
