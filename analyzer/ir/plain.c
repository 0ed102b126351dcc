#include "ir/plain.h"

/* A plain choice is small, so reading stops early even if functions call others many times. */
enum { MOST_NODES = 512, MOST_TO_SELECT = 24 };

struct reader {
	unsigned nodes;
	bool may_return;
};

static bool is_plain(struct reader *r, struct ir_node node);

static bool
parts_are_plain(struct reader *r, struct ir_node node)
{
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (!is_plain(r, part))
			return false;
	return true;
}

static bool
is_local(const struct ir_expr *address)
{
	return address->kind == IR_VAR &&
	       (address->var->storage == IR_STORAGE_LOCAL || address->var->storage == IR_STORAGE_PARAM) &&
	       !address->var->type->is_volatile;
}

static bool
call_is_plain(struct reader *r, const struct ir_expr *call)
{
	struct reader callee = {r->nodes, true};
	const bool plain = call->func->body && is_plain(&callee, (struct ir_node){.stmt = call->func->body});
	r->nodes = callee.nodes;
	return plain && parts_are_plain(r, (struct ir_node){.expr = call});
}

static bool
expr_is_plain(struct reader *r, const struct ir_expr *e)
{
	const struct ir_node node = {.expr = e};
	switch (e->kind) {
	case IR_INT:
	case IR_FLOAT:
	case IR_SPECIAL: return true;
	case IR_LOAD: return is_local(e->a);
	case IR_STORE:
	case IR_UPDATE: return is_local(e->a) && is_plain(r, (struct ir_node){.expr = e->b});
	case IR_UNARY:
	case IR_BINARY:
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL:
	case IR_COMMA:
	case IR_CONVERT: return parts_are_plain(r, node);
	case IR_CALL: return call_is_plain(r, e);
	case IR_BUILTIN: return ir_builtin_kind(e->builtin) == IR_BUILTIN_IS_PURE && parts_are_plain(r, node);
	default: return false;
	}
}

static bool
stmt_is_plain(struct reader *r, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_DECLARE: return true;
	case IR_STMT_RETURN: return r->may_return && parts_are_plain(r, (struct ir_node){.stmt = s});
	case IR_STMT_EXPR:
	case IR_STMT_BLOCK:
	case IR_STMT_IF: return parts_are_plain(r, (struct ir_node){.stmt = s});
	default: return false;
	}
}

static bool
is_plain(struct reader *r, struct ir_node node)
{
	if (!node.stmt && !node.expr)
		return true;
	if (++r->nodes > MOST_NODES)
		return false;
	return node.stmt ? stmt_is_plain(r, node.stmt) : expr_is_plain(r, node.expr);
}

bool
code_is_plain(struct ir_node node)
{
	struct reader r = {0};
	return is_plain(&r, node);
}

bool
func_is_plain(const struct ir_func *func)
{
	struct reader r = {.may_return = true};
	return func->body && is_plain(&r, (struct ir_node){.stmt = func->body});
}

bool
branch_selects(const struct ir_func *func, const struct ir_stmt *branch)
{
	struct reader r = {.nodes = MOST_NODES - MOST_TO_SELECT, .may_return = func_is_plain(func)};
	return branch->kind == IR_STMT_IF && is_plain(&r, (struct ir_node){.stmt = branch->then}) &&
	       is_plain(&r, (struct ir_node){.stmt = branch->otherwise});
}
