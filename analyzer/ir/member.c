#include "ir/member.h"

/* Whether the address is loaded. The address of a base class counts as that of the object. */
static bool
is_loaded(const struct ir_expr *address)
{
	while (address && address->kind == IR_FIELD && address->field->is_base)
		address = address->a;
	return address && address->kind == IR_LOAD;
}

const char *
ir_root_name(const struct ir_expr *address)
{
	for (const struct ir_expr *e = address; e; e = e->a) {
		if (e->kind == IR_VAR)
			return e->var->name;
		if (e->kind == IR_FIELD && e->field->name && *e->field->name && is_loaded(e->a))
			return e->field->name;
	}
	return "";
}
