#include "eval/state/wild_store.h"

#include "eval/state/program.h"

/* ---- types ---- */

/* A bit for each kind and size of scalars. Single bytes, members of records and unknown types have all bits: they
 * may alias everything. */
static uint32_t
bits_of_type(const struct ir_type *type)
{
	const unsigned size = type && type->size == 2   ? 0
	                      : type && type->size == 4 ? 1
	                      : type && type->size == 8 ? 2
	                                                : 3;
	if (!type || size == 3)
		return UINT32_MAX;
	switch (type->kind) {
	case IR_TYPE_INT: return UINT32_C(1) << size;
	case IR_TYPE_FLOAT: return UINT32_C(1) << (4 + size);
	case IR_TYPE_POINTER: return UINT32_C(1) << 8;
	default: return UINT32_MAX;
	}
}

/* ---- stores ---- */

void
wild_store_note(struct machine *m, const struct ir_type *type, uint32_t line)
{
	struct wild_stores *lost = &m->memory->lost;
	lost->line = lost->line ? lost->line : line;
	*(m->on_device ? &lost->by_device : &lost->by_host) = m->memory->versions;
	if (!m->on_device)
		lost->host_types |= bits_of_type(type);
}

/* ---- reads ---- */

/* A variable's object is created at its first use, but the variable existed before. */
static bool
is_older(const struct object *object, uint32_t version)
{
	return version && (object->var || object->first_version <= version);
}

static bool
is_reached_by_device(const struct object *object)
{
	return object->kind == OBJECT_GLOBAL || object->kind == OBJECT_MANAGED || object->kind == OBJECT_PINNED;
}

static bool
is_reached_by_host(const struct object *object)
{
	return object->kind == OBJECT_HOST || object->kind == OBJECT_MANAGED || object->kind == OBJECT_PINNED ||
	       (object->kind == OBJECT_LOCAL && object->lanes == 1);
}

bool
wild_store_may_reach(const struct machine *m, const struct object *object, const struct ir_type *type)
{
	const struct wild_stores *lost = &m->memory->lost;
	if (object->may_be_lost || (is_reached_by_device(object) && is_older(object, lost->by_device)))
		return true;
	return is_reached_by_host(object) && is_older(object, lost->by_host) && (lost->host_types & bits_of_type(type));
}

void
wild_store_apply(struct machine *m, const struct object *object, const struct ir_type *type)
{
	const bool knows_something = object->is_private || !memory_is_blank(object) || object->holds_symbols;
	if (!knows_something || !wild_store_may_reach(m, object, type))
		return;
	if (m->on_device)
		m->memory->lost.is_read = true;
	else
		m->program->wild_store_line = m->memory->lost.line;
}

void
wild_store_move(const struct machine *m, struct object *to, const struct object *from)
{
	if (m->memory->lost.line)
		to->may_be_lost |= wild_store_may_reach(m, from, from->element ? from->element : from->type);
}

/* ---- launches ---- */

bool
wild_store_end_launch(struct machine *m)
{
	struct wild_stores *lost = &m->memory->lost;
	const bool is_read = lost->is_read;
	if (is_read)
		lost->by_device = m->memory->versions;
	lost->is_read = false;
	return is_read;
}

const char *
wild_store_assumption(struct machine *m, uint32_t line)
{
	return arena_printf(&m->program->facts->arena, "the store at line %u (unknown address) does not alias any load",
	                    (unsigned)line);
}
