#include "eval/language/algorithm.h"

#include "eval/state/program.h"

static bool
is_device_memory(const struct machine *m, int64_t address)
{
	const struct object *object = memory_object_at(m->memory, address);
	return object && (object->kind == OBJECT_GLOBAL || object->kind == OBJECT_MANAGED);
}

/* Whether a pointer, or a pointer in a record such as an iterator, points to device memory. */
static bool
leads_to_device(const struct machine *m, const struct ir_type *type, const struct value *arg)
{
	const struct term at = value_term(arg, 0);
	if (at.symbol)
		return false;
	if (type->kind == IR_TYPE_POINTER && is_device_memory(m, at.offset))
		return true;
	const struct object *record = memory_object_at(m->memory, at.offset);
	if (!record || !record->is_private || (type->kind != IR_TYPE_RECORD && !type->is_reference))
		return false;
	for (size_t i = 0; i < record->cell_count; i++) {
		const struct variable *v = record->cells[i].variable;
		if (record->cells[i].width == sizeof(int64_t) && v->defined && !v->real && !v->has_symbols &&
		    is_device_memory(m, v->lane[0].integer))
			return true;
	}
	return false;
}

/* CUB's algorithms are called without storage first, to ask how much they need. */
static bool
asks_for_size(const struct frame *frame, const struct value *args, size_t arg_count)
{
	const struct ir_type *type = arg_count ? frame->func->params[0]->type : NULL;
	int64_t storage;
	return type && type->kind == IR_TYPE_POINTER && type->element->kind == IR_TYPE_VOID &&
	       value_is_constant(&args[0], &storage) && storage == 0;
}

static bool
is_within_algorithm(const struct frame *frame)
{
	for (frame = frame->caller; frame; frame = frame->caller)
		if (frame->func->is_algorithm)
			return true;
	return false;
}

void
algorithm_report_unfollowed(struct machine *m, const struct frame *frame, const struct value *args, size_t arg_count)
{
	if (!frame->func->is_algorithm || m->on_device || !frame->entry.call || m->program->rehearsing ||
	    m->program->launches_made != frame->launches_made || asks_for_size(frame, args, arg_count) ||
	    is_within_algorithm(frame))
		return;
	bool on_device = false;
	for (uint32_t i = 0; i < frame->func->param_count && i < arg_count; i++)
		on_device |= leads_to_device(m, frame->func->params[i]->type, &args[i]);
	if (on_device)
		program_report_library_call(m->program, frame->entry.func->unit, frame->entry.call->loc,
		                            frame->func->qualified_name);
}
