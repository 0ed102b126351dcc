/* The end of the program, also by an exception, and the calls made then: destructors of static objects and atexit
 * handlers, the latest first. */
#include "eval/builtin/builtin.h"
#include "eval/language/call.h"
#include "eval/state/evaluate.h"
#include "eval/state/machine.h"
#include "eval/state/program.h"
#include "support/allocate.h"

static const char UNKNOWN_HANDLER[] = "the function that runs at the end of the program is unknown";

struct value
builtin_throw(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	m->thrown = !m->on_device;
	machine_end_lanes(m, PROGRAM_WORKS);
	return value_integer(m, 0);
}

struct value
builtin_at_exit(struct machine *m, const struct builtin_call *call)
{
	struct program *program = m->program;
	struct exit_call noted = {0};
	if (m->on_device || !call->count)
		return value_integer(m, 0);
	noted.func = function_at(m, value_term(&call->args[0], 0));
	if (call->count > 1 && !builtin_constant(call, 1, &noted.object))
		noted.func = NULL;
	noted.has_object = call->count > 1;
	memory_push(program->exit_calls, program->exit_call_count, program->exit_call_capacity, noted);
	return value_integer(m, 0);
}

static void
run(struct machine *m, const struct exit_call *call)
{
	const struct ir_func *func = call->func ? program_definition(m->program, call->func) : NULL;
	if (!func) {
		if (!m->program->assumption)
			m->program->assumption = UNKNOWN_HANDLER;
		return;
	}
	const struct value object = value_integer(m, call->object);
	machine_begin_host(m);
	call_function(m, func, &object, call->has_object, NULL);
}

void
builtin_run_exit_calls(struct machine *m)
{
	struct program *program = m->program;
	if (m->thrown)
		program->ends_at_once = true; /* the exception is not caught */
	m->thrown = false;
	while (program->exit_call_count && !program->ends_at_once && !m->budget.stopped) {
		const struct exit_call call = program->exit_calls[--program->exit_call_count];
		run(m, &call);
	}
	program->exit_call_count = 0;
	program->assumption = NULL;
}
