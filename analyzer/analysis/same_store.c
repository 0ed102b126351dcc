#include "analysis/same_store.h"

#include "analysis/assigned.h"
#include "analysis/effects.h"
#include "analysis/restrict.h"
#include "ir/walk.h"

static bool
is_assigned(const struct assigned *assigned, const struct ir_var *var)
{
	for (size_t i = 0; i < assigned->count; i++)
		if (assigned->vars[i] == var)
			return true;
	return false;
}

/* Whether the node is a store that may alias the load, judged by their pointers. */
static bool
is_store_there(const void *load, struct ir_node node)
{
	const struct ir_expr *e = node.expr;
	if (!e || (e->kind != IR_STORE && e->kind != IR_UPDATE && e->kind != IR_COPY && e->kind != IR_ZERO) ||
	    ir_local_of_address(e->a))
		return false;
	const struct ir_var *stored = pointer_of_address(e->a),
			    *loaded = pointer_of_address(((const struct ir_expr *)load)->a);
	return !stored || !loaded || stored == loaded;
}

struct loop_code {
	const struct ir_stmt *loop;
	const struct assigned *assigned;
};

static bool
may_differ(const void *context, struct ir_node node)
{
	const struct loop_code *code = context;
	const struct ir_expr *e = node.expr;
	if (!e)
		return true;
	switch (e->kind) {
	case IR_LOAD:
		return e->type->is_volatile ||
		       (!ir_local_of_address(e->a) && ir_any((struct ir_node){.stmt = code->loop}, is_store_there, e));
	case IR_VAR: return is_assigned(code->assigned, e->var);
	case IR_BUILTIN: return ir_builtin_kind(e->builtin) != IR_BUILTIN_IS_PURE;
	case IR_INT:
	case IR_FLOAT:
	case IR_SPECIAL:
	case IR_OFFSET:
	case IR_FIELD:
	case IR_POINTER_DIFF:
	case IR_UNARY:
	case IR_BINARY:
	case IR_CONVERT:
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL: return false;
	default: return true;
	}
}

bool
stores_the_same(const struct ir_stmt *loop, const struct ir_expr *store)
{
	struct may_write_known known = {0};
	struct assigned assigned = {0};
	if (store->kind != IR_STORE)
		return false;
	assigned_in(&assigned, loop, &known);
	const struct loop_code code = {loop, &assigned};
	const bool differs = assigned.anything || ir_any((struct ir_node){.expr = store->b}, may_differ, &code);
	may_write_known_free(&known);
	return !differs;
}
