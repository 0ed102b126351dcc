#include "eval/grid/device.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/may_write.h"
#include "analysis/rounding.h"
#include "domain/example.h"
#include "eval/grid/block.h"
#include "eval/grid/launch_budget.h"
#include "eval/grid/launch_plan.h"
#include "eval/grid/longest_blocks.h"
#include "eval/grid/middle.h"
#include "eval/loop/loop.h"
#include "eval/order/barrier_counts.h"
#include "eval/order/block_order.h"
#include "eval/state/launch_assumptions.h"
#include "eval/state/program.h"
#include "eval/state/reals.h"
#include "eval/state/wild_store.h"
#include "model/aggregator.h"
#include "model/gpu.h"

/* The steps that the first block may use regardless of the launch's budget (docs/predictions/limits.md lists all
 * budgets): without them there would be no figures. */
enum {
	FIRST_BLOCK_STEPS = 100000, /* for a kernel's first launch */
	LONG_BLOCK_SHARE = 2,       /* in addition, 1 / (2 * warps) of the rest of LONG_BLOCK_STEPS */
	STRAIGHT_SHARE = 4,      /* in addition, a quarter of the rest of STRAIGHT_STEPS, for code outside of loops */
	LATER_LAUNCH_SHARE = 16, /* divisor for a kernel's later launches, which add little */
	/* but five quarters of an earlier whole block's steps, if that is at most half of the first launch's steps */
	AGAIN_SHARE = 2,
};

enum {
	FULL_LOOP_STEPS = 600, /* loops of at most so many steps run in full */
	SMALL_GRID = 96,       /* blocks; larger grids never run in full */
};

/* Whether the program certainly makes this launch with these numbers. If nothing binds the host code, nothing is
 * certain, and its launches report that themselves. */
static bool
is_resolved_launch(const struct program *program, const struct launch_request *request)
{
	return program->assumption || (launch_has_own_numbers(request) && !program->parent.assumption &&
	                               !mask_empty(&program->host->active.must));
}

static int
by_id(const void *a, const void *b)
{
	const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	return (left > right) - (left < right);
}

/* Forgets memory that the kernel wrote if not all of its blocks were run, or if the launch is uncertain. Also
 * records the program's variables that the kernel writes: launches that are not run may write them too. */
static void
forget_written(struct machine *m, const struct launch_request *request, bool complete)
{
	const uint32_t reason = symbols_reason(m->symbols, REASON_KERNEL, request->kernel->unit, request->kernel->loc,
	                                       request->kernel->name);
	struct memory *memory = m->memory;
	if (memory->written_count)
		qsort(memory->written, memory->written_count, sizeof *memory->written, by_id);
	for (size_t i = 0; i < memory->written_count; i++) {
		struct object *object = memory->objects[memory->written[i]];
		if (!object || !object->written_by_kernel)
			continue;
		object->written_by_kernel = false;
		if (object->var)
			pointer_set_add(&program_kernel(m->program, request->kernel)->variables, object);
		if (complete || object->is_private)
			continue;
		examples_take(memory, m->symbols, object);
		memory_forget(memory, object, reason);
	}
	memory->written_count = 0;
}

/* The size of dynamic shared memory that the program does not determine: the bytes accessed, rounded up to whole
 * lines. */
static uint64_t
shared_in_use(const struct memory *memory, struct object *dynamic_shared)
{
	enum { LINE = 128 };
	return (memory_use(memory, dynamic_shared)->touched + LINE - 1) / LINE * LINE;
}

/* The limit that leaves so many steps to a block's longest loop, which leaves a part of them to later code: see
 * REST_SHARE. */
static uint64_t
with_rest(uint64_t steps)
{
	return steps * REST_SHARE / (REST_SHARE - 1);
}

bool
device_may_control_others(struct program *program, const struct launch_request *request)
{
	const struct ir_func *kernel = request->kernel;
	if (request->origin == LAUNCH_ASSUMED && !kernel->launches)
		return false;
	for (uint32_t i = 0; i < kernel->param_count && !program->data_alike; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		if (type->kind == IR_TYPE_POINTER && (type->element->kind != IR_TYPE_FLOAT || reals_decide(program)) &&
		    func_is_known_to_write(&program->code.may_write, kernel, i))
			return true;
	}
	return false;
}

/* A running launch. */
struct running {
	struct machine m;
	const struct launch_request *request;
	struct launch *launch;
	const struct kernel *kernel;
	struct aggregator *aggregator;
	struct arena specials;
	uint64_t l1_room; /* see block_new_aggregator */
	uint64_t budget;  /* steps of all blocks */
	uint64_t least;   /* minimum steps of the first block, whatever is left */
	uint64_t cost;    /* steps of the first block */
	uint64_t beyond;  /* steps beyond the budget, of a small grid that ran in full */
	bool all_blocks;  /* all blocks have run */
	bool complete;    /* all of them ran to their end */
};

static void
log_launch(const struct running *r)
{
	const struct launch *launch = r->launch;
	if (r->m.program->options->events)
		fprintf(r->m.program->options->events, "launch %s<<<(%u, %u, %u), (%u, %u, %u), %llu>>>\n",
		        r->request->kernel->name, launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0],
		        launch->block[1], launch->block[2], (unsigned long long)launch->dynamic_shared);
}

/* Bytes of shared memory for each block. */
static uint64_t
shared_of_block(const struct running *r)
{
	return shared_layout_size(&r->m.code->layouts, r->request->kernel) + r->launch->dynamic_shared;
}

/* Registers are unknown here: only the compiler determines them. */
static struct occupancy
occupancy_of(const struct running *r)
{
	return gpu_occupancy(r->m.program->options->gpu, launch_threads(r->launch), -1, shared_of_block(r));
}

/* The blocks on a multiprocessor at once: at most `most`, and fewer if the grid, spread over all multiprocessors,
 * has fewer. */
static uint64_t
blocks_side_by_side(const struct running *r, unsigned most)
{
	const uint64_t all = (uint64_t)launch_blocks(r->launch),
		       multiprocessors = r->m.program->options->gpu->multiprocessors;
	const uint64_t each = multiprocessors ? (all + multiprocessors - 1) / multiprocessors : most;
	return each && each < most ? each : most;
}

/* The part of a multiprocessor's L1 for each block of the launch. L1 and shared memory are one memory, 28 KiB larger
 * than the maximum of shared memory. Source: CUDA C++ programming guide, the sections on each compute capability. */
static uint64_t
l1_room(const struct running *r)
{
	enum { BEYOND_SHARED = 28 << 10 };
	const struct gpu *gpu = r->m.program->options->gpu;
	const unsigned blocks = occupancy_of(r).blocks_per_sm;
	const uint64_t all = gpu->shared_per_sm + BEYOND_SHARED,
		       taken = (shared_of_block(r) + gpu->shared_reserved) * blocks;
	return blocks && all > taken ? (all - taken) / blocks_side_by_side(r, blocks) : 0;
}

static void
begin(struct running *r, struct program *program)
{
	struct machine *m = &r->m;
	machine_init(m, program, (launch_threads(r->launch) + 31) / 32 * 32, true);
	r->specials.spares = &program->spares;
	m->clock = program->host->clock; /* one clock for all memory: host writes are older */
	example_numbers_forget(m->symbols);
	m->budget.full_loop_steps = FULL_LOOP_STEPS;
	block_distinguish_data(m, r->request->kernel);
	m->data_alike = program->data_alike;
	m->launched_by = r->request->entry;
	m->reach = program_kernel(program, r->request->kernel)->reach;
	order_begin(m, r->request);
	r->l1_room = l1_room(r);
	r->aggregator = block_new_aggregator(m, r->request->kernel, r->l1_room, program->options->events);
	m->sink = aggregator_sink(r->aggregator);
	m->trace = r->launch->trace = r->request->for_effect ? NULL : trace_begin(program->options->trace);
	aggregator_set_trace(r->aggregator, m->trace);
	m->block.dynamic_shared =
		memory_new(&program->memory, OBJECT_SHARED, r->launch->dynamic_shared, "dynamic shared memory");
	m->block.dynamic_shared->is_empty = !r->request->shared_open && !r->launch->dynamic_shared;
	block_set_specials(m, &r->specials, r->launch);
}

/* The minimum steps of the first block: in later launches, as many as an earlier whole block used, unless those are
 * very many. */
static uint64_t
least_steps(const struct running *r, unsigned share)
{
	const uint64_t least = FIRST_BLOCK_STEPS / share;
	const uint64_t before = program_kernel(r->m.program, r->request->kernel)->whole_block_steps;
	const uint64_t enough = before + before / 4;
	return enough > least && enough <= FIRST_BLOCK_STEPS / AGAIN_SHARE ? enough : least;
}

static void
note_sampled(struct running *r, const uint32_t at[3], double weight)
{
	struct launch *launch = r->launch;
	const struct sampled_block block = {{at[0], at[1], at[2]}, weight};
	arena_push(&r->m.program->facts->arena, launch->sampled.items, launch->sampled.count, launch->sampled.capacity,
	           block);
}

/* Runs the first corner, which also shows the cost of a block. */
static void
run_first_block(struct running *r)
{
	struct machine *m = &r->m;
	struct kernel_entry *entry = program_kernel(m->program, r->request->kernel);
	const uint32_t corner[3] = {0, 0, 0};
	const unsigned share = r->kernel->is_library     ? 1
	                       : r->kernel->launch_count ? LATER_LAUNCH_SHARE
	                                                 : launch_times_seen(m->program, r->kernel) / 2 + 1;
	const uint64_t least = r->least = least_steps(r, share);
	/* A block of many warps would repeat much of what has been seen. */
	const uint64_t more = share == 1 && !r->kernel->is_library
	                              ? m->program->long_block_steps_left / LONG_BLOCK_SHARE / m->warps
	                              : 0;
	r->budget = launch_budget(m->program, r->kernel);
	const uint64_t straight = m->program->straight_steps_left / STRAIGHT_SHARE;
	m->budget.loop_limit = with_rest((r->budget > least ? r->budget : least) + more);
	m->budget.limit = m->budget.loop_limit + straight;
	note_sampled(r, corner, 1);
	block_run(m, r->aggregator, r->request, r->launch, corner, 1);
	r->cost = m->budget.steps + 1;
	if (m->budget.steps > m->budget.loop_limit)
		launch_spend(&m->program->straight_steps_left, m->budget.steps - m->budget.loop_limit);
	m->budget.loop_limit = UINT64_MAX;
	if (!m->budget.stopped && !m->omitted.loop && r->cost > entry->whole_block_steps)
		entry->whole_block_steps = r->cost;
	if (r->cost > least)
		launch_spend(&m->program->long_block_steps_left, r->cost - least);
	r->launch->caveats.budget_reached = m->budget.stopped;
}

/* Runs a further block with at most so many steps. */
static void
run_block(struct running *r, const struct planned_block *block, uint64_t most_steps)
{
	struct machine *m = &r->m;
	m->budget.limit = m->budget.steps + most_steps;
	note_sampled(r, block->at, block->weight);
	block_run(m, r->aggregator, r->request, r->launch, block->at, block->weight);
	r->launch->caveats.budget_reached |= m->budget.stopped;
	m->budget.stopped = false;
}

static void
run_whole(struct running *r, const struct launch_plan *plan, uint64_t most_steps)
{
	const uint64_t before = r->m.budget.steps;
	for (unsigned i = 1; i < launch_plan_blocks(plan); i++) {
		struct planned_block block = {.weight = 1};
		launch_plan_block(plan, i, block.at, &block.weight);
		run_block(r, &block, most_steps);
	}
	if (r->m.budget.steps - before > r->budget) {
		r->beyond = r->m.budget.steps - before - r->budget;
		launch_spend(&r->m.program->small_grid_steps_left, r->beyond);
	}
}

static void
run_sample(struct running *r, const struct launch_plan *plan, uint64_t most_steps)
{
	const uint64_t enough = with_rest(r->least);
	struct planned_blocks blocks = launch_plan_list(plan, &r->specials);
	plan_add_longest(&blocks, r->m.program, r->request, &r->m.program->data_steps_left, &r->specials);
	for (size_t i = 0; i < blocks.count; i++)
		if (!blocks.items[i].has_run)
			run_block(r, &blocks.items[i],
			          blocks.items[i].is_longest && most_steps < enough ? enough : most_steps);
}

/* Whether all blocks are run: for a small grid that is not too expensive. */
static bool
is_run_whole(const struct running *r, double blocks)
{
	const uint64_t more = r->request->for_effect ? 0 : launch_budget_of_small_grid(r->m.program, r->kernel);
	return r->m.program->options->runs_whole ||
	       (blocks <= SMALL_GRID && (blocks + 1) * (double)r->cost <= (double)r->budget + (double)more);
}

static struct launch_plan
plan_blocks(struct running *r, double blocks)
{
	const double affordable = (double)r->budget / (double)r->cost - 1;
	return is_run_whole(r, blocks) ? launch_plan_whole(r->launch->grid)
	                               : launch_plan(&r->specials, r->launch->grid, affordable < 1 ? 1 : affordable);
}

static void
run_others(struct running *r)
{
	struct machine *m = &r->m;
	const double blocks = launch_blocks(r->launch);
	/* A block that represents others should end where the first did, because the first iterations alone are not
	 * typical. */
	const uint64_t enough = m->budget.stopped || m->omitted.loop ? 0 : r->cost + r->cost / 2;
	const struct launch_plan plan = plan_blocks(r, blocks);
	m->budget.stopped = false;
	const uint64_t most_steps = r->budget > enough ? with_rest(r->budget) : enough;
	if (plan.whole)
		run_whole(r, &plan, most_steps);
	else if (blocks > 1 && (!r->request->for_effect || launch_plan_blocks(&plan) >= blocks))
		run_sample(r, &plan, most_steps);
	r->launch->caveats.budget_reached |= m->omitted.loop;
	if (!r->kernel->is_library)
		r->launch->caveats.cut_loop = program_place_of_reason(m->program, m->omitted.loop);
	r->launch->caveats.cut_call = program_place_of_reason(m->program, m->omitted.call);
	launch_assume_left_out(m, r->launch);
	r->all_blocks = launch_plan_blocks(&plan) >= blocks;
	r->complete = r->all_blocks && !r->launch->caveats.budget_reached && !m->omitted.stmt && !m->omitted.call;
}

/* The multiprocessor's resources that the launch uses. */
static void
report_resources(struct running *r)
{
	struct launch *launch = r->launch;
	if (r->request->shared_open)
		launch->dynamic_shared = shared_in_use(r->m.memory, r->m.block.dynamic_shared);
	program_kernel(r->m.program, r->request->kernel)->facts.resources.static_shared =
		(int64_t)shared_layout_size(&r->m.code->layouts, r->request->kernel);
	const struct occupancy occupancy = occupancy_of(r);
	launch->occupancy.warps = occupancy.occupancy;
	launch->occupancy.limiter = occupancy.limiter;
}

static void
end(struct running *r)
{
	struct program *program = r->m.program;
	block_end_aggregator(program, r->aggregator);
	forget_written(&r->m, r->request, r->complete && is_resolved_launch(program, r->request));
	memory_delete(&program->memory, r->m.block.dynamic_shared);
	arena_free(&r->specials);
	program->symbols.coarse = false;
	program->host->clock = r->m.clock;
	order_free(&r->m);
	barrier_counts_free(r->m.ordering.counts);
	machine_free(&r->m);
}

void
device_run(struct program *program, const struct launch_request *request, struct launch *launch,
           const struct kernel *kernel)
{
	struct running r = {.request = request, .launch = launch, .kernel = kernel};
	const uint32_t reader = program->symbols.reader;
	program->symbols.reader = (uint32_t)(kernel - program->facts->kernels) + 1;
	begin(&r, program);
	log_launch(&r);
	run_first_block(&r);
	run_others(&r);
	if (program->children) {
		program->children->open = false;
		program->children->complete = r.complete;
	}
	launch->synchronization.of_grid = r.m.syncs_grid;
	launch->execution.work = r.m.duration.work;
	launch->execution.idle_work = r.m.duration.idle_work;
	launch->execution.longest_block =
		r.m.duration.work.cycles > 0
			? fmax(1, r.m.duration.longest_block * launch_blocks(launch) / r.m.duration.work.cycles)
			: 1;
	aggregator_set_unbounded_time(r.aggregator, r.m.duration.unbounded);
	launch_spend(launch_steps_left(program, kernel), r.m.budget.steps - r.beyond);
	const uint64_t before = r.m.budget.steps;
	struct aggregator *likely = middle_by_example(&r.m, r.aggregator, request, launch, r.l1_room, r.cost, r.budget);
	/* Those blocks' stores, some of them repeated, are in memory now. */
	r.complete &= !likely;
	aggregator_set_likely(r.aggregator, likely);
	launch_spend(&program->example_steps_left, r.m.budget.steps - before);
	program_note_steps(program, request->kernel, r.m.budget.steps);
	report_resources(&r);
	if (wild_store_end_launch(&r.m))
		launch_assume(&program->facts->arena, launch, wild_store_assumption(&r.m, program->memory.lost.line));
	if (!request->for_effect) {
		launch->caveats.is_rounding_sensitive = func_rounding_sensitive(request->kernel) != EXACT;
		launch->caveats.is_rough = func_rounding_sensitive(request->kernel) == ROUNDED;
		order_report(&r.m);
		aggregator_finish(r.aggregator, &program->facts->arena, &program->options->sources, kernel, launch);
	}
	if (likely)
		block_end_aggregator(program, likely);
	end(&r);
	program->symbols.reader = reader;
}
