#include "ir/walk.h"

static struct ir_node
of_expr(const struct ir_expr *e)
{
	return (struct ir_node){.expr = e};
}

static struct ir_node
of_stmt(const struct ir_stmt *s)
{
	return (struct ir_node){.stmt = s};
}

static uint32_t
member_count(struct ir_node whole)
{
	if (whole.stmt)
		return whole.stmt->kind == IR_STMT_LOOP ? 4 : whole.stmt->kind == IR_STMT_IF ? 3 : 1;
	return !whole.expr ? 0 : whole.expr->kind == IR_LAUNCH ? 5 : 2;
}

static uint32_t
list_count(struct ir_node whole)
{
	if (whole.stmt)
		switch (whole.stmt->kind) {
		case IR_STMT_BLOCK:
		case IR_STMT_SWITCH:
		case IR_STMT_TRY: return whole.stmt->stmt_count;
		default: return 0;
		}
	return whole.expr ? whole.expr->arg_count : 0;
}

static struct ir_node
member_of_launch(const struct ir_expr *e, uint32_t at)
{
	switch (at) {
	case 0: return of_expr(e->a);
	case 1: return of_expr(e->launch->grid);
	case 2: return of_expr(e->launch->block);
	case 3: return of_expr(e->launch->shared);
	default: return of_expr(e->launch->stream);
	}
}

static struct ir_node
member_of_expr(const struct ir_expr *e, uint32_t at)
{
	if (e->kind == IR_LAUNCH)
		return member_of_launch(e, at);
	return at == 0 ? of_stmt(e->body) : of_expr(e->a);
}

static struct ir_node
member_of_loop(const struct ir_stmt *s, uint32_t at)
{
	switch (at) {
	case 0: return of_expr(s->test_last ? NULL : s->expr);
	case 1: return of_stmt(s->body);
	case 2: return of_expr(s->step);
	default: return of_expr(s->test_last ? s->expr : NULL);
	}
}

static struct ir_node
member_of_stmt(const struct ir_stmt *s, uint32_t at)
{
	switch (s->kind) {
	case IR_STMT_IF: return at == 0 ? of_expr(s->expr) : of_stmt(at == 1 ? s->then : s->otherwise);
	case IR_STMT_LOOP: return member_of_loop(s, at);
	default: return of_expr(s->expr);
	}
}

struct ir_node
ir_part_of_other(const struct ir_parts *parts, uint32_t at)
{
	const struct ir_node whole = parts->whole;
	const uint32_t item = at - parts->members;
	if (at < parts->members)
		return whole.stmt ? member_of_stmt(whole.stmt, at) : member_of_expr(whole.expr, at);
	return whole.stmt ? of_stmt(whole.stmt->stmts[item]) : of_expr(whole.expr->args[item]);
}

struct ir_parts
ir_parts_of_other(struct ir_node whole)
{
	const uint32_t members = member_count(whole);
	return (struct ir_parts){whole, members, 0, members + list_count(whole)};
}

static bool
any_within(struct ir_node node, ir_test *test, const void *context, unsigned depth)
{
	if (depth > IR_DEEPEST || test(context, node))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (any_within(part, test, context, depth + 1))
			return true;
	return false;
}

bool
ir_any(struct ir_node node, ir_test *test, const void *context)
{
	return any_within(node, test, context, 0);
}

static bool
is_return(const void *context, struct ir_node node)
{
	(void)context;
	return node.stmt && node.stmt->kind == IR_STMT_RETURN;
}

bool
ir_returns(struct ir_node node)
{
	return ir_any(node, is_return, NULL);
}

bool
ir_is_condition(struct ir_node whole, struct ir_node part)
{
	if (whole.stmt)
		return (whole.stmt->kind == IR_STMT_IF || whole.stmt->kind == IR_STMT_SWITCH) &&
		       part.expr == whole.stmt->expr;
	switch (whole.expr->kind) {
	case IR_CONDITIONAL:
	case IR_AND:
	case IR_OR: return part.expr == whole.expr->a;
	default: return false;
	}
}
