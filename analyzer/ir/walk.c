#include "ir/walk.h"

static void
put_expr(struct ir_parts *parts, const struct ir_expr *e)
{
	if (e)
		parts->members[parts->member_count++] = (struct ir_node){.expr = e};
}

static void
put_stmt(struct ir_parts *parts, const struct ir_stmt *s)
{
	if (s)
		parts->members[parts->member_count++] = (struct ir_node){.stmt = s};
}

static void
put_launch(struct ir_parts *parts, const struct ir_launch *launch)
{
	put_expr(parts, launch->grid);
	put_expr(parts, launch->block);
	put_expr(parts, launch->shared);
	put_expr(parts, launch->stream);
}

static void
put_parts_of_expr(struct ir_parts *parts, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_STATEMENTS:
		put_stmt(parts, e->body);
		put_expr(parts, e->a);
		break;
	case IR_LAUNCH:
		put_expr(parts, e->a);
		put_launch(parts, e->launch);
		break;
	default:
		put_expr(parts, e->a);
		put_expr(parts, e->b);
		put_expr(parts, e->c);
		break;
	}
	parts->exprs = e->args;
	parts->list_count = e->arg_count;
}

static void
put_parts_of_stmt(struct ir_parts *parts, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_BLOCK: case IR_STMT_SWITCH:
		put_expr(parts, s->expr);
		parts->stmts = s->stmts;
		parts->list_count = s->stmt_count;
		break;
	case IR_STMT_IF:
		put_expr(parts, s->expr);
		put_stmt(parts, s->then);
		put_stmt(parts, s->otherwise);
		break;
	case IR_STMT_LOOP:
		put_expr(parts, s->test_last ? NULL : s->expr);
		put_stmt(parts, s->body);
		put_expr(parts, s->step);
		put_expr(parts, s->test_last ? s->expr : NULL);
		break;
	default:
		put_expr(parts, s->expr);
		break;
	}
}

struct ir_parts
ir_parts_of(struct ir_node whole)
{
	struct ir_parts parts;     /* members are set as far as they are counted */
	parts.member_count = parts.list_count = parts.next = 0;
	parts.stmts = NULL;
	parts.exprs = NULL;
	if (whole.stmt)
		put_parts_of_stmt(&parts, whole.stmt);
	else if (whole.expr)
		put_parts_of_expr(&parts, whole.expr);
	return parts;
}

static struct ir_node
part_at(const struct ir_parts *parts, uint32_t at)
{
	const uint32_t item = at - parts->member_count;
	if (at < parts->member_count)
		return parts->members[at];
	return (struct ir_node){parts->stmts ? parts->stmts[item] : NULL, parts->exprs ? parts->exprs[item] : NULL};
}

bool
ir_next_part(struct ir_parts *parts, struct ir_node *part)
{
	if (parts->next == parts->member_count + parts->list_count)
		return false;
	*part = part_at(parts, parts->next++);
	return true;
}

bool
ir_last_part(struct ir_parts *parts, struct ir_node *part)
{
	if (parts->next == parts->member_count + parts->list_count)
		return false;
	*part = part_at(parts, parts->member_count + parts->list_count - 1);
	if (parts->list_count)
		parts->list_count--;
	else
		parts->member_count--;
	return true;
}

bool
ir_is_condition(struct ir_node whole, struct ir_node part)
{
	if (whole.stmt)
		return (whole.stmt->kind == IR_STMT_IF || whole.stmt->kind == IR_STMT_SWITCH) && part.expr == whole.stmt->expr;
	switch (whole.expr->kind) {
	case IR_CONDITIONAL: case IR_AND: case IR_OR: return part.expr == whole.expr->a;
	default: return false;
	}
}
