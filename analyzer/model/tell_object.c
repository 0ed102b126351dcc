/* Which array it is that an access goes to, and how that is laid out. */
#include <string.h>

#include "model/telling.h"

/* Whether an address is loaded, as that of a base is where the object's is. */
static bool
is_loaded(const struct ir_expr *address)
{
	while (address && address->kind == IR_FIELD && address->field->is_base)
		address = address->a;
	return address && address->kind == IR_LOAD;
}

const char *
tell_root(const struct ir_expr *address)
{
	for (const struct ir_expr *e = address; e; e = e->a) {
		if (e->kind == IR_VAR)
			return e->var->name;
		if (e->kind == IR_FIELD && e->field->name && *e->field->name && is_loaded(e->a))
			return e->field->name;
	}
	return "";
}

/* What stands in the last brackets of a declaration that ends with them; "" where it does not. */
static const char *
last_dimension(struct telling *t, const struct tally *tally)
{
	const char *text = tell_excerpt(t, tally->unit, tally->object->loc);
	const char *end = text + strlen(text);
	unsigned depth = 0;
	if (end == text || *--end != ']')
		return "";
	for (const char *at = end; at >= text; at--) {
		depth += *at == ']';
		if (*at == '[' && !--depth)
			return arena_strndup(t->arena, at + 1, (size_t)(end - at - 1));
	}
	return "";
}

static void
describe_rows(struct telling *t, const struct tally *tally, struct site *site)
{
	const struct ir_type *type = tally->object->type, *row = NULL;
	unsigned dimensions = 0;
	for (; type && type->kind == IR_TYPE_ARRAY; type = type->element, dimensions++)
		row = type;
	if (dimensions < 2 || !type)
		return;
	site->shared_row_bytes = (int64_t)row->size;
	site->shared_bytes = (int64_t)tally->object->size;
	site->shared_element_bytes = (unsigned)type->size;
	site->shared_row_length = last_dimension(t, tally);
	address_begin(&t->addresses, tally->func);
	site->by_dimensions =
		tally->place == tally->node && address_by_dimensions(&t->addresses, tally_address(tally), dimensions);
}

void
tell_object(struct telling *t, const struct tally *tally, struct site *site)
{
	const struct object *object = tally->object;
	const bool is_declared = object && object->loc.line && (object->kind == OBJECT_SHARED || object->kind == OBJECT_CONSTANT);
	const char *name = tally->place == tally->node ? tell_root(tally_address(tally)) : "";
	/* An array that is declared in sight is better known by its own name than by that of a pointer into it. */
	if (object && (!*name || is_declared))
		name = object->name;
	site->object = arena_strdup(t->arena, name);
	site->memory = object;
	if (!is_declared)
		return;
	site->declaration = tell_place(t, tally->unit, object->loc);
	if (object->kind != OBJECT_SHARED)
		return;
	describe_rows(t, tally, site);
	site->own_banks = tally->own_banks && !tally->shared_banks;
}
