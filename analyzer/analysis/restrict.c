#include "analysis/restrict.h"

const struct ir_var *
pointer_of_address(const struct ir_expr *address)
{
	for (const struct ir_expr *e = address; e; e = e->a)
		if (e->kind == IR_LOAD && e->a->kind == IR_VAR)
			return e->a->var;
	return NULL;
}

const struct ir_var *
restricted_base_of(const struct ir_expr *address)
{
	const struct ir_var *pointer = pointer_of_address(address);
	return pointer && pointer->is_restrict && pointer->storage == IR_STORAGE_PARAM ? pointer : NULL;
}

bool
has_restricted_parameters(const struct ir_func *func)
{
	for (uint32_t i = 0; i < func->param_count; i++)
		if (func->params[i]->is_restrict)
			return true;
	return false;
}
