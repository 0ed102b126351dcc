/* Exceptions of host code. What throws ends the lane as the end of the process does; the try around it that has a handler takes
 * the lane up again. */
#include <string.h>

#include "eval/builtin/builtin.h"
#include "eval/machine.h"
#include "eval/program.h"

static const char SKIPPED[] =
	"an exception passed by variables of calling functions: that their destructors would have run is left out";

/* ---- throwing ---- */

struct value
builtin_throw(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *type = call->expr->type;
	if (m->on_device)
		return value_integer(m, 0);
	if (!call->count) {
		m->thrown = m->handled;
		return value_integer(m, 0);
	}
	struct object *object = builtin_allocate(m, call->expr, OBJECT_HOST, type->size);
	if (type->kind == IR_TYPE_RECORD)
		access_copy(m, NULL, type, value_address(m, object, 0), call->args[0]);
	else
		access_write_object(m, object, type, 0, call->args[0]);
	m->thrown = (struct thrown){.object = object, .type = type,
	                            .end = call->count > 1 ? function_at(m, value_term(&call->args[1], 0)) : NULL};
	return value_address(m, object, 0);
}

struct value
builtin_unwind(struct machine *m, const struct builtin_call *call)
{
	int64_t skips;
	m->thrown.skips |= !builtin_constant(call, 0, &skips) || skips;
	machine_end_lanes(m, PROGRAM_WORKS);
	return value_integer(m, 0);
}

void
exception_pass(struct machine *m)
{
	if (m->thrown.object && m->frame && mask_empty(&m->active.may))
		m->thrown.skips |= m->frame->func->destroys;
}

/* ---- catching ---- */

/* The bytes into a class at which the other is found, itself or a base of it; -1: nowhere. By name: units have types of their
 * own. */
static int64_t
offset_of_class(const struct ir_type *record, const struct ir_type *class)
{
	if (record->kind != IR_TYPE_RECORD || class->kind != IR_TYPE_RECORD)
		return -1;
	if (!strcmp(record->name, class->name))
		return 0;
	for (uint32_t i = 0; i < record->field_count; i++) {
		const struct ir_field *field = &record->fields[i];
		const int64_t offset = field->is_base ? offset_of_class(field->type, class) : -1;
		if (offset >= 0)
			return (int64_t)field->offset + offset;
	}
	return -1;
}

/* Where in what is thrown lies what a handler of that type takes; -1: it does not take it. */
static int64_t
offset_of_caught(const struct ir_type *thrown, const struct ir_type *caught)
{
	if (caught->kind == IR_TYPE_RECORD)
		return offset_of_class(thrown, caught);
	if (caught->kind != IR_TYPE_POINTER || thrown->kind != IR_TYPE_POINTER)
		return caught->kind == thrown->kind && !strcmp(caught->name, thrown->name) ? 0 : -1;
	const struct ir_type *to = caught->element, *from = thrown->element;
	return to->kind == IR_TYPE_VOID || !strcmp(to->name, from->name) || offset_of_class(from, to) == 0 ? 0 : -1;
}

/* The handler that takes what is thrown, and where in it lies what that names; NULL: none does. */
static const struct ir_handler *
find_handler(const struct ir_stmt *stmt, const struct ir_type *thrown, int64_t *offset)
{
	for (uint32_t i = 0; i + 1 < stmt->stmt_count; i++) {
		const struct ir_handler *handler = &stmt->handlers[i];
		*offset = handler->type ? offset_of_caught(thrown, handler->type) : 0;
		if (*offset >= 0)
			return handler;
	}
	return NULL;
}

static void
bind(struct machine *m, const struct ir_handler *handler, int64_t offset)
{
	struct value value = value_address(m, m->handled.object, offset);
	if (!handler->var)
		return;
	if (!handler->var->type->is_reference && handler->type->kind != IR_TYPE_RECORD)
		value = access_read_object(m, m->handled.object, handler->type, offset);
	bind_variable(m, handler->var, &value);
}

/* What was handled ends to live, unless it is on its way again or the program has ended. */
static void
end_handled(struct machine *m, const struct active *entry)
{
	const struct thrown handled = m->handled;
	const struct active behind = m->active;
	if (!handled.end || m->thrown.object == handled.object || mask_subset(&entry->may, &m->exited))
		return;
	const struct value object = value_address(m, handled.object, 0);
	m->active = *entry;
	call_function(m, handled.end, &object, 1, NULL);
	m->active = behind;
}

static void
handle(struct machine *m, const struct ir_stmt *stmt, const struct active *entry)
{
	int64_t offset;
	const struct ir_handler *handler = find_handler(stmt, m->thrown.type, &offset);
	const struct thrown handled = m->handled;
	if (!handler)
		return;
	if (m->thrown.skips && !m->program->assumption)
		m->program->assumption = SKIPPED;
	m->handled = m->thrown;
	m->handled.skips = false;
	m->thrown = (struct thrown){0};
	machine_spare(m, &entry->may);
	m->active = *entry;
	bind(m, handler, offset);
	eval_stmt(m, stmt->stmts[handler - stmt->handlers + 1]);
	end_handled(m, entry);
	m->handled = handled;
}

void
eval_try(struct machine *m, const struct ir_stmt *stmt)
{
	const struct active entry = m->active;
	eval_stmt(m, stmt->stmts[0]);
	if (m->stopped || !m->thrown.object)
		return;
	/* Where only one of two ways that are both taken threw, host code has gone the other one. */
	if (mask_subset(&entry.may, &m->exited))
		handle(m, stmt, &entry);
	else
		m->thrown = (struct thrown){0};
}
