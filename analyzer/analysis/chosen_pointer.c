#include "analysis/chosen_pointer.h"

enum { MOST_STEPS = 32 };

/* The memory that an address certainly belongs to, according to the function's source. */
enum leads { LEADS_ANYWHERE, LEADS_TO_SHARED, LEADS_ELSEWHERE };

static bool
is_part_of(const struct ir_expr *e)
{
	return e->kind == IR_OFFSET || e->kind == IR_FIELD ||
	       (e->kind == IR_CONVERT && e->type->kind == IR_TYPE_POINTER);
}

/* Follows offsets and single-valued variables to the beginning of the address. */
static const struct ir_expr *
beginning(const struct definitions *definitions, const struct ir_expr *address)
{
	const struct ir_expr *e = address;
	for (unsigned steps = 0; e && steps < MOST_STEPS; steps++) {
		const struct ir_expr *next = is_part_of(e)        ? e->a
		                             : e->kind == IR_LOAD ? definition_of(definitions, e)
		                                                  : NULL;
		if (!next)
			return e;
		e = next;
	}
	return NULL;
}

static enum leads
leads_of_variable(const struct ir_var *var)
{
	switch (var->storage) {
	case IR_STORAGE_SHARED:
	case IR_STORAGE_SHARED_DYNAMIC: return LEADS_TO_SHARED;
	case IR_STORAGE_DEVICE:
	case IR_STORAGE_MANAGED: return LEADS_ELSEWHERE;
	default: return LEADS_ANYWHERE;
	}
}

/* A pointer parameter of a kernel points to global memory. */
static enum leads
leads_of(const struct definitions *definitions, const struct ir_func *func, const struct ir_expr *arm)
{
	const struct ir_expr *e = beginning(definitions, arm);
	if (e && e->kind == IR_VAR)
		return leads_of_variable(e->var);
	const bool is_parameter =
		e && e->kind == IR_LOAD && e->a->kind == IR_VAR && e->a->var->storage == IR_STORAGE_PARAM;
	return is_parameter && func->is_kernel ? LEADS_ELSEWHERE : LEADS_ANYWHERE;
}

const struct ir_expr *
chosen_pointer_of(struct definitions *definitions, const struct ir_func *func, const struct ir_expr *address)
{
	const struct ir_expr *e = beginning(definitions, address);
	int64_t constant;
	if (!e || e->kind != IR_CONDITIONAL || constant_value(definitions, e->a, &constant))
		return NULL;
	const enum leads b = leads_of(definitions, func, e->b), c = leads_of(definitions, func, e->c);
	const bool is_either =
		(b == LEADS_TO_SHARED && c == LEADS_ELSEWHERE) || (b == LEADS_ELSEWHERE && c == LEADS_TO_SHARED);
	return is_either ? e : NULL;
}
