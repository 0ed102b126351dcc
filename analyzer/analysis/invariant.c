#include "analysis/invariant.h"

#include "ir/assigns.h"
#include "ir/walk.h"

enum { DEEPEST = 24 };

/* Whether the expression is loop-invariant, judged by its variables. Memory and functions count as variant. */
static bool
stays(const struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e, unsigned depth)
{
	if (!e || depth > DEEPEST)
		return !e;
	switch (e->kind) {
	case IR_INT:
	case IR_FLOAT:
	case IR_SPECIAL:
	case IR_VAR: return true;
	case IR_LOAD:
		if (!ir_address_is_named(e->a))
			return false;
		const struct ir_var *var = ir_local_of_address(e->a);
		const struct ir_expr *value = definition_of(definitions, e);
		if (!var)
			return ir_base_of_address(e->a)->var->storage == IR_STORAGE_CONSTANT;
		return !ir_assigns((struct ir_node){.stmt = loop}, var) ||
		       (value && stays(definitions, loop, value, depth + 1));
	case IR_OFFSET:
	case IR_FIELD:
	case IR_UNARY:
	case IR_BINARY:
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL:
	case IR_CONVERT:
		return stays(definitions, loop, e->a, depth + 1) && stays(definitions, loop, e->b, depth + 1) &&
		       stays(definitions, loop, e->c, depth + 1);
	default: return false;
	}
}

bool
loop_invariant(const struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e)
{
	return stays(definitions, loop, e, 0);
}

/* Additional operands that are allowed. */
enum { OF_ADDRESSES = 1, OF_THREADS = 2 };

static bool
is_made_alike(const struct definitions *definitions, const struct ir_expr *e, unsigned of, unsigned depth)
{
	if (!e || depth > DEEPEST)
		return !e;
	switch (e->kind) {
	case IR_INT:
	case IR_FLOAT: return true;
	case IR_SPECIAL:
		return (of & OF_THREADS) ||
		       (e->special != IR_THREAD_X && e->special != IR_THREAD_Y && e->special != IR_THREAD_Z);
	case IR_VAR: return of & OF_ADDRESSES;
	case IR_LOAD:
		if (!ir_address_is_named(e->a))
			return false;
		const struct ir_var *var = ir_base_of_address(e->a)->var;
		const struct ir_expr *value = definition_of(definitions, e);
		return var->storage == IR_STORAGE_PARAM || var->storage == IR_STORAGE_CONSTANT ||
		       (value && is_made_alike(definitions, value, of, depth + 1));
	case IR_OFFSET:
	case IR_FIELD:
	case IR_UNARY:
	case IR_BINARY:
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL:
	case IR_CONVERT:
		if (!(of & OF_ADDRESSES) && (e->kind == IR_OFFSET || e->kind == IR_FIELD))
			return false;
		return is_made_alike(definitions, e->a, of, depth + 1) &&
		       is_made_alike(definitions, e->b, of, depth + 1) &&
		       is_made_alike(definitions, e->c, of, depth + 1);
	default: return false;
	}
}

bool
uniform_in_block(const struct definitions *definitions, const struct ir_expr *e)
{
	return is_made_alike(definitions, e, 0, 0);
}

bool
uniform_address(const struct definitions *definitions, const struct ir_expr *e)
{
	return is_made_alike(definitions, e, OF_ADDRESSES, 0);
}

bool
invariant_of_threads(const struct definitions *definitions, const struct ir_expr *e)
{
	return is_made_alike(definitions, e, OF_ADDRESSES | OF_THREADS, 0);
}
