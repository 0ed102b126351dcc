#include "eval/state/machine.h"

#include <stdlib.h>
#include <string.h>

#include "eval/state/evaluate.h"
#include "eval/state/program.h"

void
machine_init(struct machine *m, struct program *program, unsigned lanes, bool on_device)
{
	*m = (struct machine){.program = program,
	                      .symbols = &program->symbols,
	                      .memory = &program->memory,
	                      .code = &program->code,
	                      .lanes = lanes,
	                      .warps = (lanes + 31) / 32,
	                      .on_device = on_device,
	                      .sampling = {.weight = 1},
	                      .budget = {.limit = UINT64_MAX,
	                                 .loop_limit = UINT64_MAX,
	                                 .coarse_from = UINT64_MAX,
	                                 .most_symbols = SIZE_MAX}};
	m->scratch.spares = m->frames.spares = m->pool.spares = m->snapshots.spares = &program->spares;
	for (unsigned i = 0; i < lanes; i++)
		mask_set(&m->active.may, i);
	m->active.must = m->active.may;
}

void
machine_begin_host(struct machine *m)
{
	m->active = (struct active){{{1}}, {{1}}};
	m->exited = m->divergence.maybe_active = m->divergence.may_have_left = mask_none();
	m->frame = NULL;
	m->undo_log = NULL;
	m->sampling.loop_depth = 0;
	m->sampling.open_loop = 0;
	m->duration.unbounded = m->omitted.call = 0;
}

const struct ir_stmt *
frame_loop(const struct frame *frame)
{
	const struct loop_context *context = frame->loop;
	while (context && !context->loop)
		context = context->outer;
	return context ? context->loop : NULL;
}

const struct frame *
frame_calling_in_loop(const struct frame *frame)
{
	const struct frame *caller = frame->caller;
	while (caller && !frame_loop(caller))
		caller = caller->caller;
	return caller;
}

struct loop_entry *
loop_entry(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = &m->loops[((uintptr_t)loop >> 4) % LOOP_ENTRIES];
	if (entry->loop != loop)
		*entry = (struct loop_entry){.loop = loop};
	return entry;
}

uint32_t
loop_reason(struct machine *m, const struct ir_stmt *loop, uint64_t inputs_before)
{
	const bool reads = m->program->inputs_read != inputs_before;
	return machine_reason(m, reads ? REASON_READING : REASON_LOOP, loop->loc, "");
}

/* The largest reported repeat count: up to 2^53, a double represents every integer. */
static const double most_times = (double)(UINT64_C(1) << 53);

uint64_t
machine_times(const struct machine *m)
{
	return (uint64_t)(m->sampling.weight < most_times ? m->sampling.weight : most_times);
}

void
machine_free(struct machine *m)
{
	free(m->temporaries);
	pointer_set_free(&m->expensive);
	arena_free(&m->scratch);
	arena_free(&m->frames);
	arena_free(&m->pool);
	arena_free(&m->snapshots);
}

void
machine_run_out(struct machine *m)
{
	uint64_t *more = m->on_device ? &(uint64_t){0} : &m->program->first_launch_steps_left;
	m->budget.limit += *more;
	m->budget.stopped = !*more;
	*more = 0;
}

/* The name that the program uses: functions of the built-in headers may call others with internal names. */
static const char *
visible_name(const struct ir_expr *entry, const char *name)
{
	static const char prefix[] = "__gl_";
	if (!name || strncmp(name, prefix, sizeof prefix - 1) != 0)
		return name ? name : "";
	const char *called = entry && entry->kind == IR_CALL && entry->func ? entry->func->name : prefix;
	return strncmp(called, prefix, sizeof prefix - 1) ? called : "a library function";
}

uint32_t
machine_reason(struct machine *m, enum reason_kind kind, struct ir_loc loc, const char *name)
{
	const struct ir_expr *entry = m->frame ? m->frame->entry.call : NULL;
	return symbols_reason(m->symbols, kind, m->frame ? m->frame->func->unit : NULL, entry ? entry->loc : loc,
	                      visible_name(entry, name));
}

void
machine_initialise(struct machine *m, const struct ir_expr *init)
{
	/* Initialisers run outside the code that runs now: all lanes are active, and nothing is undone. */
	const struct active active = m->active;
	struct undo_log *undo_log = m->undo_log;
	m->active = (struct active){{{1}}, {{1}}};
	m->undo_log = NULL;
	const struct arena_mark mark = arena_mark(&m->scratch);
	/* The order of the process's initialisers is not modelled: the numbers that they draw are unknown, and so
	 * are all later ones. */
	const struct generators generators = m->program->generators;
	generators_forget(&m->program->generators);
	const uint64_t calls = m->program->generators.calls;
	eval_expr(m, init);
	if (m->program->generators.calls == calls)
		m->program->generators = generators;
	arena_release(&m->scratch, mark);
	m->active = active;
	m->undo_log = undo_log;
}
