#include "code/left_loop.h"

#include "ir/walk.h"

/* Where the call is, and what comes behind it. */
enum follow { NOT_THERE, GOES_ON, LEAVES };

static bool
is_continue(const void *context, struct ir_node node)
{
	(void)context;
	return node.stmt && node.stmt->kind == IR_STMT_CONTINUE;
}

/* Behind the call in a list: breaks: a `break` there leaves the loop. */
static enum follow
follow_in_list(const struct ir_stmt *list, uint32_t at, bool breaks)
{
	for (uint32_t i = at + 1; i < list->stmt_count; i++) {
		const struct ir_stmt *s = list->stmts[i];
		if (s->kind == IR_STMT_RETURN)
			return LEAVES;
		if (s->kind == IR_STMT_BREAK)
			return breaks ? LEAVES : GOES_ON;
		if (ir_any((struct ir_node){.stmt = s}, is_continue, NULL))
			return GOES_ON;
	}
	return GOES_ON;
}

static enum follow
follow(struct ir_node node, const struct ir_expr *call, bool breaks, unsigned depth)
{
	const struct ir_stmt *s = node.stmt;
	if (node.expr == call || depth > IR_DEEPEST)
		return node.expr == call ? GOES_ON : NOT_THERE;
	const bool is_list = s && (s->kind == IR_STMT_BLOCK || s->kind == IR_STMT_SWITCH);
	const bool breaks_inside = breaks && !(s && (s->kind == IR_STMT_LOOP || s->kind == IR_STMT_SWITCH));
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		enum follow found = follow(part, call, breaks_inside, depth + 1);
		for (uint32_t i = 0; found == GOES_ON && is_list && i < s->stmt_count; i++)
			if (s->stmts[i] == part.stmt)
				found = follow_in_list(s, i, breaks_inside);
		if (found)
			return found;
	}
	return NOT_THERE;
}

bool
loop_is_left_behind(const struct ir_stmt *loop, const struct ir_expr *call)
{
	return follow((struct ir_node){.stmt = loop->body}, call, true, 0) == LEAVES;
}
