#include "analysis/named_lanes.h"

#include <string.h>

#include "ir/walk.h"
#include "support/pointer_set.h"

struct search {
	struct definitions_known *known;
	const struct ir_func *func; /* the function being searched */
	struct pointer_set *seen;   /* functions that were visited */
};

static bool
takes_mask(enum ir_builtin builtin)
{
	return builtin == IR_BUILTIN___syncwarp || ir_builtin_kind(builtin) == IR_BUILTIN_IS_EXCHANGE;
}

static bool
is_of_all_lanes(const struct search *search, const struct ir_expr *mask)
{
	struct definitions definitions = definitions_known_of(search->known, search->func);
	int64_t number;
	return constant_value(&definitions, mask, &number) && (uint32_t)number == UINT32_MAX;
}

static bool
is_of_tile(const struct ir_func *func)
{
	return func->is_library && func->qualified_name && strstr(func->qualified_name, "thread_block_tile");
}

static bool
names_some(const void *context, struct ir_node node)
{
	const struct search *search = context;
	const struct ir_expr *e = node.expr;
	if (e && e->kind == IR_BUILTIN)
		return e->builtin == IR_BUILTIN___activemask ||
		       (takes_mask(e->builtin) && e->arg_count > 0 && !is_of_all_lanes(search, e->args[0]));
	if (!e || e->kind != IR_CALL || !e->func->body || is_of_tile(e->func) ||
	    !pointer_set_add(search->seen, e->func))
		return false;
	const struct search inner = {search->known, e->func, search->seen};
	return ir_any((struct ir_node){.stmt = e->func->body}, names_some, &inner);
}

static bool
code_names_lanes(struct definitions_known *known, const struct ir_func *func, const struct ir_stmt *code)
{
	struct pointer_set seen = {0};
	const struct search search = {known, func, &seen};
	const bool names = ir_any((struct ir_node){.stmt = code}, names_some, &search);
	pointer_set_free(&seen);
	return names;
}

bool
func_names_lanes(struct definitions_known *known, const struct ir_func *func)
{
	return func->body && code_names_lanes(known, func, func->body);
}

/* All lanes evaluate an if's condition, so only its arms count. A loop's condition counts too. */
bool
arms_name_lanes(struct definitions_known *known, const struct ir_func *func, const struct ir_stmt *branch)
{
	if (branch->kind != IR_STMT_IF)
		return code_names_lanes(known, func, branch);
	return code_names_lanes(known, func, branch->then) ||
	       (branch->otherwise && code_names_lanes(known, func, branch->otherwise));
}

static bool
leaves(const void *context, struct ir_node node)
{
	(void)context;
	return node.stmt && (node.stmt->kind == IR_STMT_RETURN || node.stmt->kind == IR_STMT_BREAK ||
	                     node.stmt->kind == IR_STMT_CONTINUE);
}

bool
arm_leaves(const struct ir_stmt *branch)
{
	const struct ir_node node = {.stmt = branch};
	return branch->kind == IR_STMT_IF ? ir_any(node, leaves, NULL) : ir_returns(node);
}
