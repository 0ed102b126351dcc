#include "eval/launch/launch_effects.h"

#include "analysis/may_write.h"
#include "eval/grid/device.h"
#include "eval/language/access.h"
#include "eval/launch/launch_facts.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "support/allocate.h"

enum { MOST_LAUNCHES = 8 }; /* launches of one kernel that are run only for their stores */

static struct launch_run *
find_run(struct kernel_entry *entry, uint64_t id)
{
	for (size_t i = 0; i < entry->run_count; i++)
		if (entry->runs[i].id == id)
			return &entry->runs[i];
	return NULL;
}

/* The buffer that the argument points to; NULL: none, or an unknown one. */
static struct object *
buffer_of(struct machine *m, const struct launch_request *request, size_t argument)
{
	const struct term t = value_term(&request->args[argument], 0);
	const bool is_pointer = request->kernel->params[argument]->type->kind == IR_TYPE_POINTER;
	struct object *object = is_pointer && !t.symbol ? memory_object_at(m->memory, t.offset) : NULL;
	return object && object->kind != OBJECT_FUNCTION && !object->is_private ? object : NULL;
}

/* Whether one of the program's variables that the kernel stores to has been written since then. */
static bool
variables_written_since(const struct kernel_entry *entry, uint32_t clock)
{
	for (size_t i = 0; i < entry->variables.members.count; i++) {
		const struct object *object = entry->variables.members.items[i].key;
		if (object->stamp > clock)
			return true;
	}
	return false;
}

/* The arguments (by argument_bit) whose buffers have been written since then. */
static uint64_t
written_since(struct machine *m, const struct launch_request *request, uint32_t clock)
{
	uint64_t written = 0;
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct object *object = buffer_of(m, request, i);
		written |= object && object->stamp > clock ? argument_bit(i) : 0;
	}
	return written;
}

void
launch_effects_note(struct machine *m, const struct launch_request *request, uint64_t id, uint32_t begun)
{
	struct kernel_entry *entry = program_kernel(m->program, request->kernel);
	struct launch_run *run = find_run(entry, id);
	const struct launch_run now = {id, m->clock, written_since(m, request, begun)};
	if (run)
		*run = now;
	else
		memory_push(entry->runs, entry->run_count, entry->run_capacity, now);
}

static void
forget_object(struct machine *m, const struct launch_request *request, struct object *object)
{
	const struct ir_func *kernel = request->kernel;
	access_forget(m, value_address(m, object, 0), object->size,
	              symbols_reason(m->symbols, REASON_KERNEL, kernel->unit, kernel->loc, kernel->name));
}

static void
forget_output(struct machine *m, const struct launch_request *request, size_t argument)
{
	struct object *object = buffer_of(m, request, argument);
	if (object)
		forget_object(m, request, object);
}

static void
forget_variables(struct machine *m, const struct launch_request *request)
{
	const struct pointer_map *variables = &program_kernel(m->program, request->kernel)->variables.members;
	for (size_t i = 0; i < variables->count; i++)
		forget_object(m, request, (struct object *)variables->items[i].key);
}

void
launch_effects_forget(struct machine *m, const struct launch_request *request)
{
	for (uint32_t i = 0; i < request->arg_count; i++)
		if (func_is_known_to_write(&m->program->code.may_write, request->kernel, i))
			forget_output(m, request, i);
	forget_variables(m, request);
}

/* A launch that has run before, now with other data: what it writes becomes unknown. */
static void
forget_rewritten(struct machine *m, const struct launch_request *request, uint64_t written)
{
	for (; written; written &= written - 1)
		forget_output(m, request, (size_t)__builtin_ctzll(written));
	forget_variables(m, request);
}

void
launch_effects_repeat(struct machine *m, struct launch_request *request, struct kernel_entry *entry, uint64_t id)
{
	const struct launch_run *before = find_run(entry, id);
	const uint32_t begun = m->clock;
	const bool is_as_left =
		before && !written_since(m, request, before->clock) && !variables_written_since(entry, before->clock);
	if (before ? is_as_left : !device_may_control_others(m->program, request))
		return;
	if (before) {
		forget_rewritten(m, request, before->written);
	} else if (entry->run_count >= MOST_LAUNCHES) {
		launch_effects_forget(m, request);
	} else {
		const struct kernel kernel = entry->facts; /* the entry may move */
		struct launch launch = {0};
		launch_facts_shape(&launch, request);
		request->for_effect = true;
		device_run(m->program, request, &launch, &kernel);
	}
	launch_effects_note(m, request, id, begun);
}
