/* Calls of functions by their definition. */
#include "eval/language/call.h"

#include "analysis/effects.h"
#include "eval/host/host_record.h"
#include "eval/language/access.h"
#include "eval/language/algorithm.h"
#include "eval/language/stmt.h"
#include "eval/order/block_order.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/undo_log.h"

enum { DEEPEST_CALL = 200, DEEPEST_DEVICE_CALL = 48 };

void
bind_variable(struct machine *m, const struct ir_var *var, const struct value *value)
{
	if (is_register(var)) {
		struct variable *v = &m->frame->slots[var->slot].variable;
		variable_declare(m, v);
		variable_write(m, v, *value);
		return;
	}
	struct object *object = object_for_local(m, var);
	memory_note_store(m->memory, object, ++m->clock);
	if (var->type->kind == IR_TYPE_RECORD || var->type->kind == IR_TYPE_ARRAY)
		access_copy(m, NULL, var->type, value_address(m, object, 0), *value);
	else
		access_write_object(m, object, var->type, 0, *value);
}

static void
release_frame(struct machine *m, struct frame *frame)
{
	for (uint32_t i = 0; i < frame->func->slot_count; i++) {
		variable_release(m, &frame->slots[i].variable);
		if (frame->slots[i].object)
			object_release_local(m, frame->slots[i].object);
	}
	variable_release(m, &frame->result);
}

static struct value
result_of(struct machine *m, struct frame *frame)
{
	const struct ir_type *type = frame->func->result;
	if (type->kind == IR_TYPE_VOID)
		return value_integer(m, 0);
	if (frame->result_object)
		return value_address(m, frame->result_object, 0);
	if (!frame->result.defined)
		return value_unknown(m, type,
		                     machine_reason(m, REASON_UNINITIALISED, frame->func->loc, frame->func->name));
	return value_keep(m, variable_read(m, &frame->result, type, frame->func->loc, frame->func->name));
}

/* Functions that the built-in headers call back are the program's own code again. */
static struct library_entry
entry_of(const struct machine *m, const struct ir_expr *call, const struct ir_func *func)
{
	if (func->is_kernel && func->is_library)
		return m->launched_by;
	if (!call || !func->is_library || !m->frame)
		return (struct library_entry){0};
	if (m->frame->entry.call)
		return m->frame->entry;
	return (struct library_entry){call, m->frame->func, m->statement == call};
}

static struct value
run_function(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args,
             size_t arg_count, struct object *result_object)
{
	const struct arena_mark mark = arena_mark(&m->frames);
	const struct ir_expr *statement = m->statement;
	struct frame frame = {.func = func,
	                      .caller = m->frame,
	                      .call = call,
	                      .entry = entry_of(m, call, func),
	                      .result_object = result_object,
	                      .depth = m->frame ? m->frame->depth + 1 : 0,
	                      .begun = m->budget.steps,
	                      .launches_made = m->program->launches_made};
	frame.slots = arena_alloc(&m->frames, (func->slot_count + 1) * sizeof *frame.slots);
	for (uint32_t i = 0; i < func->slot_count; i++) {
		frame.slots[i].variable.uniform = true;
		frame.slots[i].variable.born = m->clock + 1;
	}
	m->clock++;
	frame.result = (struct variable){.uniform = true, .born = UINT32_MAX, .scope = m->active.may};
	const struct active saved = m->active;
	const struct mask maybe_active = m->divergence.maybe_active, may_have_left = m->divergence.may_have_left;
	const struct ir_stmt *diverging_branch = m->divergence.branch;
	m->frame = &frame;
	m->divergence.maybe_active = m->divergence.may_have_left = mask_none();
	for (uint32_t i = 0; i < func->param_count && i < arg_count; i++)
		bind_variable(m, func->params[i], &args[i]);
	if (call && frame.entry.call == call)
		order_library_call(m, func, args, arg_count);
	eval_stmt(m, func->body);
	if (func->is_algorithm)
		host_record_unseen(m);
	algorithm_report_unfollowed(m, &frame, args, arg_count);
	const struct value result = result_of(m, &frame);
	release_frame(m, &frame);
	m->frame = frame.caller;
	m->statement = statement;
	m->divergence.maybe_active = maybe_active;
	m->divergence.may_have_left = may_have_left;
	machine_spare(m, &m->active.may);
	machine_spare(m, &frame.returned.may);
	machine_resume(m, &saved);
	rejoin(m, diverging_branch, &saved.may);
	arena_release(&m->frames, mark);
	return result;
}

struct value
call_function(struct machine *m, const struct ir_func *func, const struct value *args, size_t arg_count,
              struct object *result_object)
{
	return run_function(m, NULL, func, args, arg_count, result_object);
}

/* A call of a function without a definition may change all memory that its arguments point to. func NULL: the callee
 * is unknown. */
static struct value
call_unseen(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args,
            size_t arg_count)
{
	const enum reason_kind kind = func && func->is_rejected ? REASON_REJECTED : REASON_CALL;
	const uint32_t reason = machine_reason(m, kind, call->loc, func ? func->name : "a function pointer");
	machine_forget_time(m, reason);
	order_hidden(m);
	host_record_unseen(m);
	if (!m->on_device && (!func || call_may_draw(func)))
		generators_forget(&m->program->generators);
	for (size_t i = 0; i < arg_count && (!func || i < func->param_count); i++) {
		const struct ir_type *type = func ? func->params[i]->type : call->args[i]->type;
		if (type->kind == IR_TYPE_POINTER && type->element && type->element->kind != IR_TYPE_FUNCTION)
			access_forget(m, args[i],
			              type->is_reference && type->element->size ? type->element->size : UINT32_MAX,
			              reason);
	}
	if (call->type->kind == IR_TYPE_RECORD) {
		struct object *object = temporary_object(m, call->type, call->loc);
		object->reason = reason;
		return value_address(m, object, 0);
	}
	return value_unknown(m, call->type, reason);
}

struct value
eval_call_unknown(struct machine *m, const struct ir_expr *call, const struct value *args)
{
	return call_unseen(m, call, NULL, args, call->arg_count);
}

/* Records that are passed by value are copied at the call. */
static void
report_arguments(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args)
{
	for (uint32_t i = 0; m->sink && i < func->param_count && i < call->arg_count; i++) {
		const struct ir_var *param = func->params[i];
		if (param->type->kind == IR_TYPE_RECORD)
			access_report_record(m, call->args[i], param->type, &args[i]);
	}
}

struct value
eval_call(struct machine *m, const struct ir_expr *call, const struct ir_func *func, const struct value *args,
          size_t arg_count)
{
	const struct ir_func *definition = program_definition(m->program, func);
	if (mask_empty(&m->active.may))
		return value_integer(m, 0);
	const unsigned deepest = m->on_device ? DEEPEST_DEVICE_CALL : DEEPEST_CALL;
	const bool is_too_deep = m->frame && m->frame->depth >= deepest;
	if (definition && is_too_deep && !m->omitted.call)
		m->omitted.call = machine_reason(m, REASON_CALL, call->loc, func->name);
	if (!definition || is_too_deep)
		return call_unseen(m, call, func, args, arg_count);
	report_arguments(m, call, definition, args);
	struct object *result = NULL;
	if (definition->result->kind == IR_TYPE_RECORD)
		result = temporary_object(m, definition->result, call->loc);
	return run_function(m, call, definition, args, arg_count, result);
}
