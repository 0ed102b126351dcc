/* The objects of variables, frames and temporaries. */
#include "eval/state/object.h"

#include "eval/state/program.h"
#include "ir/member.h"
#include "support/allocate.h"

#include <stdlib.h>

enum { LARGEST_PRIVATE = 4096 };

bool
is_register(const struct ir_var *var)
{
	if ((var->storage != IR_STORAGE_LOCAL && var->storage != IR_STORAGE_PARAM) || var->address_taken)
		return false;
	return var->type->kind == IR_TYPE_INT || var->type->kind == IR_TYPE_BOOL || var->type->kind == IR_TYPE_FLOAT ||
	       var->type->kind == IR_TYPE_POINTER;
}

struct value
value_address(struct machine *m, const struct object *object, int64_t offset)
{
	return value_integer(m, object_base(object) + offset);
}

/* A new object of the type for the active lanes. */
static struct object *
new_local(struct machine *m, const struct ir_type *type, const char *name, struct ir_loc loc)
{
	/* Large arrays of host code are stored as bytes: a cell for each element would be too expensive. */
	const bool large = !m->on_device && type->size > LARGEST_PRIVATE;
	struct object *object = memory_new(m->memory, large ? OBJECT_HOST : OBJECT_LOCAL, type->size, name);
	object->lanes = m->lanes;
	object->scope = m->active.may;
	object->type = type;
	object->element = type->kind == IR_TYPE_ARRAY ? type->element : type;
	object->loc = loc;
	object->born = ++m->clock;
	memory_note_store(m->memory, object, m->clock);
	object->is_made = false;
	return object;
}

/* The parameter's object in constant memory, if the kernel reads it in place; NULL: each thread has a copy. */
static struct object *
parameter_in_place(struct machine *m, const struct ir_var *var)
{
	const struct ir_func *func = m->frame->func;
	const bool is_own = m->on_device && func->is_kernel && var->storage == IR_STORAGE_PARAM &&
	                    var->slot < func->param_count && func->params[var->slot] == var;
	return is_own && var->is_grid_constant ? program_object(m->program, var) : NULL;
}

struct object *
object_for_local(struct machine *m, const struct ir_var *var)
{
	struct slot *slot = &m->frame->slots[var->slot];
	if (!slot->object) {
		slot->object = new_local(m, var->type, var->name, var->loc);
		slot->object->parameter = parameter_in_place(m, var);
	}
	slot->object->local = var;
	return slot->object;
}

void
object_note_store(struct machine *m, struct object *object)
{
	memory_note_store(m->memory, object, ++m->clock);
	if (!m->on_device || object->kind == OBJECT_SHARED || object->written_by_kernel)
		return;
	object->written_by_kernel = true;
	memory_push(m->memory->written, m->memory->written_count, m->memory->written_capacity, object->id);
}

void
object_release_local(struct machine *m, struct object *object)
{
	for (size_t i = 0; i < object->cell_count; i++) {
		variable_release(m, object->cells[i].variable);
		free(object->cells[i].variable);
	}
	object->cell_count = 0;
	memory_delete(m->memory, object);
}

void
object_redeclare_local(struct machine *m, struct object *object)
{
	for (size_t i = 0; i < object->cell_count; i++)
		variable_declare(m, object->cells[i].variable);
	object->scope = m->active.may;
	object->zeroed = false;
	object->reason = 0;
	object->born = ++m->clock;
	memory_note_store(m->memory, object, m->clock);
	object->is_made = false;
	if (!object->is_private && !memory_is_blank(object))
		memory_forget(m->memory, object, 0);
}

struct object *
object_of_variable(struct machine *m, const struct ir_var *var)
{
	switch (var->storage) {
	case IR_STORAGE_LOCAL:
	case IR_STORAGE_PARAM: return object_for_local(m, var);
	case IR_STORAGE_SHARED_DYNAMIC:
		if (m->block.dynamic_shared)
			return m->block.dynamic_shared;
		return program_object(m->program, var);
	default: return program_object(m->program, var);
	}
}

struct object *
temporary_object(struct machine *m, const struct ir_type *type, struct ir_loc loc)
{
	struct object *object = new_local(m, type, "", loc);
	memory_push(m->temporaries, m->temporary_count, m->temporary_capacity, object);
	return object;
}

void
temporary_release(struct machine *m, size_t count)
{
	while (m->temporary_count > count)
		object_release_local(m, m->temporaries[--m->temporary_count]);
}

const char *
object_name_at(const struct machine *m, const struct object *object, const struct ir_expr *access)
{
	const bool is_declared = object->kind == OBJECT_SHARED || object->var;
	const char *name = "";
	if (m->on_device && access && !is_declared)
		name = ir_root_name(access->kind == IR_BUILTIN && access->arg_count ? access->args[0] : access->a);
	return *name ? name : object->name;
}

struct object *
object_of_address(struct machine *m, const struct value *address, int64_t *offset)
{
	int64_t number;
	if (!value_is_constant(address, &number))
		return NULL;
	struct object *object = memory_object_at(m->memory, number);
	if (object)
		*offset = number - object_base(object);
	return object;
}
