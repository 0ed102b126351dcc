#include "eval/grid/block.h"

#include <math.h>

#include "eval/order/barrier_counts.h"
#include "eval/order/block_order.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"
#include "eval/state/program.h"

enum {
	COARSE_STEPS = 20000,       /* steps of a block after which unknown data are no longer distinguished */
	COARSE_SYMBOLS = 32 * 1024, /* the same for new symbols */
	LATER_COARSE_SHARE = 4,     /* divisor of both in a kernel's later launches, which add little */
};

void
block_set_specials(struct machine *m, struct arena *arena, const struct launch *launch)
{
	const unsigned threads = launch_threads(launch);
	for (int d = 0; d < 3; d++) {
		union lane *lane = arena_alloc(arena, m->lanes * sizeof *lane);
		for (unsigned i = 0; i < m->lanes; i++) {
			const unsigned within = d == 0   ? i % launch->block[0]
			                        : d == 1 ? i / launch->block[0] % launch->block[1]
			                                 : i / (launch->block[0] * launch->block[1]);
			lane[i].integer = i < threads ? within : 0;
		}
		m->block.special[IR_THREAD_X + d] =
			(struct value){lane, NULL, .uniform = launch->block[d] == 1, .real = false};
		m->block.special[IR_BLOCK_DIM_X + d] = value_integer(m, launch->block[d]);
		m->block.special[IR_GRID_DIM_X + d] = value_integer(m, launch->grid[d]);
		m->block.special[IR_BLOCK_X + d] = value_integer(m, 0);
	}
}

/* Shared memory is new and unwritten in each block. */
static void
clear_shared(struct machine *m)
{
	for (size_t i = 0; i < m->memory->shared_count; i++) {
		memory_forget(m->memory, m->memory->shared[i], 0);
		memory_note_store(m->memory, m->memory->shared[i], 0);
	}
}

void
block_distinguish_data(struct machine *m, const struct ir_func *kernel)
{
	m->budget.coarse_from = UINT64_MAX;
	m->budget.most_symbols = SIZE_MAX;
	if (m->program->options->runs_whole)
		return;
	const unsigned share = program_kernel(m->program, kernel)->facts.launch_count ? LATER_COARSE_SHARE : 1;
	m->budget.coarse_from = m->budget.steps + COARSE_STEPS / share;
	m->budget.most_symbols = m->symbols->count + COARSE_SYMBOLS / share;
}

/* Warps that access no memory have exited at a guard: their work is that of the others before the first access. */
static void
note_idle_warps(struct machine *m, const struct aggregator *aggregator, const struct work *before)
{
	const struct work guard = work_since(m->duration.has_accessed ? m->duration.guard : m->duration.work, before);
	work_add(&m->duration.idle_work, &guard, aggregator_idle_share(aggregator));
}

/* The longest block is the one whose operations take longest in sequence. */
static void
note_longest_block(struct machine *m, const struct work *before, double weight)
{
	const struct work done = work_since(m->duration.work, before);
	m->duration.longest_block = fmax(m->duration.longest_block, done.cycles / weight);
}

void
block_run(struct machine *m, struct aggregator *aggregator, const struct launch_request *request,
          const struct launch *launch, const uint32_t at[3], double weight)
{
	const unsigned threads = launch_threads(launch);
	const struct arena_mark mark = arena_mark(&m->scratch);
	if (m->program->options->events)
		fprintf(m->program->options->events, "block (%u, %u, %u) weight %g\n", at[0], at[1], at[2], weight);
	for (int d = 0; d < 3; d++)
		m->block.special[IR_BLOCK_X + d] = value_integer(m, at[d]);
	m->active.may = m->exited = m->divergence.maybe_active = m->divergence.may_have_left = mask_none();
	for (unsigned i = 0; i < threads; i++)
		mask_set(&m->active.may, i);
	m->active.must = m->active.may;
	m->block.threads = threads;
	m->sampling.weight = m->sampling.block_weight = weight;
	m->sampling.extrapolating = weight > 1;
	m->sampling.loop = NULL;
	m->sampling.loop_depth = 0;
	m->sampling.open_loop = 0;
	m->divergence.branch = NULL;
	m->divergence.one_lane = false;
	m->assumption = request->kernel->line_info ? request->kernel->line_info->assumption : NULL;
	clear_shared(m);
	order_begin_block(m, at);
	barrier_counts_begin_block(m);
	struct event_sink *const outer = m->sink;
	m->sink = aggregator_sink(aggregator);
	aggregator_begin_block(aggregator, at, launch->block[0], m->sampling.extrapolating);
	const struct work before = m->duration.work;
	m->duration.has_accessed = false;
	call_function(m, request->kernel, request->args, request->arg_count, NULL);
	note_idle_warps(m, aggregator, &before);
	note_longest_block(m, &before, weight);
	barrier_counts_end_block(m);
	aggregator_end_block(aggregator);
	m->sink = outer;
	temporary_release(m, 0);
	arena_release(&m->scratch, mark);
}

struct aggregator *
block_new_aggregator(struct machine *m, const struct ir_func *kernel, uint64_t l1_room, FILE *events)
{
	struct aggregator *aggregator =
		aggregator_new(m->symbols, m->memory, m->program->options->gpu, m->warps, events);
	aggregator_set_code(aggregator, kernel, m->code);
	aggregator_set_l1_room(aggregator, l1_room);
	if (m->program->options->collects_index_ranges)
		aggregator_note_indices(aggregator);
	return aggregator;
}

void
block_end_aggregator(struct program *program, struct aggregator *aggregator)
{
	program->facts->event_count += aggregator_events(aggregator);
	aggregator_free(aggregator);
}
