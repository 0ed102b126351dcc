#include "analysis/early_exit.h"

#include "ir/walk.h"

/* What executes after the call. */
enum follow {
	NOT_THERE,     /* the call is elsewhere */
	FALLS_THROUGH, /* the code after the enclosing statement */
	ITERATES,      /* possibly the loop's next iteration */
	LEAVES,        /* the code after the loop */
};

/* Which jumps at the call's place belong to the loop: in a switch `break` does not, in an inner loop neither does. */
struct jumps {
	bool breaks, continues;
};

/* Assumed true below IR_DEEPEST. */
static bool
may_continue(struct ir_node node, unsigned depth)
{
	if (depth > IR_DEEPEST)
		return true;
	if (node.stmt && (node.stmt->kind == IR_STMT_CONTINUE || node.stmt->kind == IR_STMT_LOOP))
		return node.stmt->kind == IR_STMT_CONTINUE;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (may_continue(part, depth + 1))
			return true;
	return false;
}

static enum follow
follow_in_list(const struct ir_stmt *list, uint32_t at, struct jumps jumps)
{
	for (uint32_t i = at + 1; i < list->stmt_count; i++) {
		const struct ir_stmt *s = list->stmts[i];
		if (s->kind == IR_STMT_RETURN)
			return LEAVES;
		if (s->kind == IR_STMT_BREAK)
			return jumps.breaks ? LEAVES : FALLS_THROUGH;
		if (jumps.continues && may_continue((struct ir_node){.stmt = s}, 0))
			return ITERATES;
		if (s->kind == IR_STMT_CONTINUE)
			return FALLS_THROUGH;
	}
	return FALLS_THROUGH;
}

static struct jumps
jumps_inside(struct jumps jumps, const struct ir_stmt *s)
{
	const bool is_loop = s && s->kind == IR_STMT_LOOP;
	jumps.breaks &= !is_loop && !(s && s->kind == IR_STMT_SWITCH);
	jumps.continues &= !is_loop;
	return jumps;
}

static enum follow
follow(struct ir_node node, const struct ir_expr *call, struct jumps jumps, unsigned depth)
{
	const struct ir_stmt *s = node.stmt;
	if (node.expr == call || depth > IR_DEEPEST)
		return node.expr == call ? FALLS_THROUGH : NOT_THERE;
	const bool is_list = s && (s->kind == IR_STMT_BLOCK || s->kind == IR_STMT_SWITCH);
	const struct jumps inside = jumps_inside(jumps, s);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);) {
		enum follow found = follow(part, call, inside, depth + 1);
		for (uint32_t i = 0; found == FALLS_THROUGH && is_list && i < s->stmt_count; i++)
			if (s->stmts[i] == part.stmt)
				return follow_in_list(s, i, inside);
		if (found)
			return found;
	}
	return NOT_THERE;
}

bool
exits_loop_early(const struct ir_stmt *loop, const struct ir_expr *call)
{
	return follow((struct ir_node){.stmt = loop->body}, call, (struct jumps){true, true}, 0) == LEAVES;
}
