/* One launch: which blocks are run, and how. */
#include <math.h>

#include "eval/doubt.h"
#include "eval/example.h"
#include "eval/guards.h"
#include "eval/host.h"
#include "eval/loop.h"
#include "eval/may_write.h"
#include "eval/program.h"
#include "eval/replay_ahead.h"
#include "model/fold.h"
#include "model/gpu.h"

enum {
	DEFAULT_BUDGET = 16000,        /* steps for one launch */
	LEAST_BUDGET = 2000,
	FIRST_BLOCK_STEPS = 100000,    /* the first block may take more: without it there is nothing to tell */
	INSTANCES_IN_FULL = 4,         /* of one template; each so many more get half, a third, ... of the steps */
	LATER_LAUNCH_SHARE = 16,       /* a kernel's later launches tell less that is new */
	FULL_LOOP_STEPS = 600,
	COARSE_STEPS = 20000,          /* from here on unknown data is not told apart any more, */
	COARSE_SYMBOLS = 32 * 1024,    /* and from so many new symbols on */
	MOST_FOUND = 64,
	MOST_TURNS = 3,                /* of one dimension of the grid */
	MOST_PICKS = 10 + 4 * MOST_TURNS,
	MOST_BY_EXAMPLE = 8,           /* blocks */
	EXAMPLE_BUDGET = 64000,        /* steps that those may take at least */
	NEIGHBOURS = 3,                /* blocks beside the first that are run for what they write */
};

/* Coordinates of one dimension of the grid, each standing for so many. */
struct picks {
	unsigned count;
	uint32_t at[MOST_PICKS];
	double weight[MOST_PICKS];
};

static void
add_pick(struct picks *p, uint32_t at, double weight)
{
	p->at[p->count] = at;
	p->weight[p->count++] = weight;
}

/* Of [from, to) the first, the last, and `inner` ones spread between them, taken from even and odd places by turns. */
static void
pick_between(struct picks *p, uint32_t from, uint32_t to, unsigned inner)
{
	const uint32_t size = to - from;
	if (size <= inner + 2) {
		for (uint32_t i = 0; i < size; i++)
			add_pick(p, from + i, 1);
		return;
	}
	const double each = (size - 2) / (double)inner;
	add_pick(p, from, 1);
	for (unsigned i = 0; i < inner; i++) {
		uint32_t at = 1 + (uint32_t)(each * (i + 0.5));
		if ((at + i) % 2 && at + 1 < size - 1)
			at++;
		add_pick(p, from + at, each);
	}
	add_pick(p, to - 1, 1);
}

/* Where blocks turn from one behaviour to another, along one dimension. */
struct turns {
	unsigned count;
	uint32_t at[MOST_TURNS];
};
static const struct turns no_turns[3];

/* The stretches between turns each for themselves, so that no block stands for those of another. */
static struct picks
pick(uint32_t size, unsigned inner, const struct turns *turns)
{
	struct picks p = {0};
	const unsigned share = turns->count && inner > 2 ? 2 : inner;
	uint32_t from = 0;
	for (unsigned i = 0; i < turns->count; i++) {
		pick_between(&p, from, turns->at[i], share);
		from = turns->at[i];
	}
	pick_between(&p, from, size, share);
	return p;
}

/* One in the middle that stands for all: an odd one, since what is a multiple of the index is aligned best at even ones. */
static struct picks
pick_middle(uint32_t size)
{
	const uint32_t odd = size / 2 | 1;
	return (struct picks){.count = 1, .at = {odd < size ? odd : size - 1}, .weight = {size}};
}

struct plan {
	struct picks dim[3];
};

static unsigned
plan_blocks(const struct plan *plan)
{
	return plan->dim[0].count * plan->dim[1].count * plan->dim[2].count;
}

/* Corners and edges, also those between turns, and some between them: false when that is more than the budget allows. */
static bool
plan_details(struct plan *plan, const uint32_t grid[3], const struct turns turns[3], double affordable)
{
	/* Pairs, where there is more than one: as many even places as odd ones. */
	static const unsigned inner[][3] = {{6, 6, 2}, {6, 2, 1}, {4, 2, 1}, {2, 2, 1}, {2, 1, 1}, {1, 1, 1}};
	const bool flat = grid[1] * (uint64_t)grid[2] == 1;
	for (size_t detail = flat ? 0 : 1; detail < sizeof inner / sizeof *inner; detail++) {
		for (int d = 0; d < 3; d++)
			plan->dim[d] = pick(grid[d], inner[detail][d > 0 && grid[0] == 1 ? 0 : d], &turns[d]);
		if (plan_blocks(plan) <= affordable)
			return true;
	}
	return false;
}

/* The most blocks that the budget allows, the corners and edges kept as long as can be. */
static struct plan
make_plan(const uint32_t grid[3], const struct turns turns[3], double affordable)
{
	struct plan plan;
	if (plan_details(&plan, grid, turns, affordable) || plan_details(&plan, grid, no_turns, affordable))
		return plan;
	for (int d = 2; d >= 0; d--) {
		plan.dim[d] = pick_middle(grid[d]);
		if (plan_blocks(&plan) <= affordable)
			return plan;
	}
	return plan;
}

/* Where some condition comes out otherwise than before; false: nowhere. The first block and the last are run anyway. */
static bool
find_turns(struct program *program, const struct launch_request *request, struct turns turns[3])
{
	struct guards *guards = guards_find(program, request);
	for (int d = 0; d < 3; d++) {
		uint32_t found[MOST_FOUND];
		const unsigned count = guards_turns(guards, d, found, MOST_FOUND);
		turns[d].count = 0;
		for (unsigned i = 0; i < count && turns[d].count < MOST_TURNS; i++)
			if (found[i] > 1 && found[i] + 1 < (uint64_t)request->grid[d])
				turns[d].at[turns[d].count++] = found[i];
	}
	guards_free(guards);
	return turns[0].count || turns[1].count || turns[2].count;
}

static void
set_specials(struct machine *m, struct arena *arena, const struct launch *launch)
{
	const unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
	for (int d = 0; d < 3; d++) {
		union lane *lane = arena_alloc(arena, m->lanes * sizeof *lane);
		for (unsigned i = 0; i < m->lanes; i++) {
			const unsigned within = d == 0   ? i % launch->block[0]
			                        : d == 1 ? i / launch->block[0] % launch->block[1]
			                                 : i / (launch->block[0] * launch->block[1]);
			lane[i].integer = i < threads ? within : 0;
		}
		m->special[IR_THREAD_X + d] = (struct value){lane, NULL, .uniform = launch->block[d] == 1, .real = false};
		m->special[IR_BLOCK_DIM_X + d] = value_integer(m, launch->block[d]);
		m->special[IR_GRID_DIM_X + d] = value_integer(m, launch->grid[d]);
		m->special[IR_BLOCK_X + d] = value_integer(m, 0);
	}
}

/* Shared memory is new in each block, and nobody has written to it. */
static void
clear_shared(struct machine *m)
{
	for (size_t i = 1; i < m->memory->count; i++) {
		struct object *object = m->memory->objects[i];
		if (object && object->kind == OBJECT_SHARED) {
			memory_forget(m->memory, object, 0);
			memory_note_store(m->memory, object, 0);
		}
	}
}

/* The kernel's own shared memory that the block has stored to. */
static void
note_static_shared(struct machine *m)
{
	uint64_t bytes = 0;
	for (size_t i = 1; i < m->memory->count; i++) {
		const struct object *object = m->memory->objects[i];
		if (object && object != m->dynamic_shared && object->kind == OBJECT_SHARED && object->stamp)
			bytes += object->size;
	}
	if (bytes > m->static_shared)
		m->static_shared = bytes;
}

static void
run_block(struct machine *m, const struct launch_request *request, const struct launch *launch,
          const uint32_t at[3], double weight)
{
	const unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
	const struct arena_mark mark = arena_mark(&m->scratch);
	if (m->program->options->events)
		fprintf(m->program->options->events, "block (%u, %u, %u) weight %g\n", at[0], at[1], at[2], weight);
	for (int d = 0; d < 3; d++)
		m->special[IR_BLOCK_X + d] = value_integer(m, at[d]);
	m->active.may = m->exited = m->doubt = m->weak = mask_none();
	for (unsigned i = 0; i < threads; i++)
		mask_set(&m->active.may, i);
	m->active.must = m->active.may;
	m->weight = m->block_weight = weight;
	m->extrapolating = weight > 1;
	m->sampled_loop = NULL;
	m->loop_depth = m->assumed_trips = 0;
	m->divider = NULL;
	m->assumption = NULL;
	clear_shared(m);
	reuse_begin_block(m);
	fold_begin_block(m->fold, (uint64_t)at[0] * launch->block[0], launch->block[0]);
	call_function(m, request->kernel, request->args, request->arg_count, NULL);
	fold_end_block(m->fold, weight > 1);
	note_static_shared(m);
	temporary_release(m, 0);
	arena_release(&m->scratch, mark);
}

/* What a kernel wrote of which not every block was run is not known afterwards. */
static void
forget_written(struct machine *m, const struct launch_request *request, bool complete)
{
	const uint32_t reason = symbols_reason(m->symbols, REASON_KERNEL, request->kernel->unit, request->kernel->loc,
	                                       request->kernel->name);
	for (size_t i = 1; i < m->memory->count; i++) {
		struct object *object = m->memory->objects[i];
		if (!object || !object->written_by_kernel)
			continue;
		object->written_by_kernel = false;
		if (complete || object->is_private)
			continue;
		examples_take(m->memory, m->symbols, object);
		memory_forget(m->memory, object, reason);
	}
}

/* Dynamic shared memory that nobody sized is as large as what was seen of it, in whole lines. */
static uint64_t
shared_in_use(const struct object *dynamic_shared)
{
	enum { LINE = 128 };
	return (dynamic_shared->touched + LINE - 1) / LINE * LINE;
}

/* How often kernels of the same template have been launched, divided by how often that may be done in full. */
static unsigned
times_seen(const struct program *program, const struct kernel *kernel)
{
	unsigned instances = 0;
	for (size_t i = 0; i < program->kernel_count; i++) {
		const struct kernel *k = &program->kernels[i].facts;
		instances += k->place.line == kernel->place.line && k->place.column == kernel->place.column && k->launch_count;
	}
	return instances / INSTANCES_IN_FULL;
}

/* The steps that a launch may take: less for what has been seen much of. */
static uint64_t
launch_budget(const struct program *program, const struct kernel *kernel)
{
	uint64_t budget = program->options->budget ? program->options->budget : DEFAULT_BUDGET;
	if (kernel->launch_count)
		budget /= 2;
	budget /= times_seen(program, kernel) + 1;
	if (budget > program->steps_left)
		budget = program->steps_left;
	return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

/* As many more that a block's longest loop may take that many. */
static uint64_t
with_rest(uint64_t steps)
{
	return steps * REST_SHARE / (REST_SHARE - 1);
}

static bool
has_corner(const struct plan *plan)
{
	return plan->dim[0].at[0] == 0 && plan->dim[1].at[0] == 0 && plan->dim[2].at[0] == 0;
}

/* The blocks of the plan, each of which may take so many steps. */
static bool
run_plan(struct machine *m, const struct launch_request *request, const struct launch *launch, const struct plan *plan,
         bool corner_has_run, uint64_t most_steps)
{
	const double blocks = (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
	bool stopped = false;
	for (unsigned z = 0; z < plan->dim[2].count; z++) {
		for (unsigned y = 0; y < plan->dim[1].count; y++) {
			for (unsigned x = 0; x < plan->dim[0].count; x++) {
				const uint32_t at[3] = {plan->dim[0].at[x], plan->dim[1].at[y], plan->dim[2].at[z]};
				double weight = plan->dim[0].weight[x] * plan->dim[1].weight[y] * plan->dim[2].weight[z];
				if (corner_has_run && at[0] == 0 && at[1] == 0 && at[2] == 0 && weight <= 1)
					continue;
				/* Who stands for everything stands for one less when the corner has run already. */
				if (corner_has_run && !has_corner(plan) && weight > 1)
					weight -= weight / blocks;
				m->step_limit = m->steps + most_steps;
				run_block(m, request, launch, at, weight);
				stopped |= m->stopped;
				m->stopped = false;
			}
		}
	}
	return stopped;
}

static bool
has_examples(const struct memory *memory)
{
	for (size_t i = 1; i < memory->count; i++)
		if (memory->objects[i] && memory->objects[i]->examples)
			return true;
	return false;
}

bool
device_may_steer_others(struct program *program, const struct ir_func *kernel)
{
	for (uint32_t i = 0; i < kernel->param_count && !program->data_alike; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		if (type->kind == IR_TYPE_POINTER && (type->element->kind != IR_TYPE_FLOAT || reals_decide(program)) &&
		    func_may_write(kernel, i))
			return true;
	}
	return false;
}

/* Blocks beside the first that are run for what they write alone: neighbours' data, as later kernels put it together. */
static void
run_neighbours(struct machine *m, const struct launch_request *request, const struct launch *launch, uint64_t cost)
{
	if (!device_may_steer_others(m->program, request->kernel))
		return;
	struct fold *known = m->fold, *unheard = fold_new(m->symbols, m->memory, m->program->options->gpu, m->warps, m->doubts, NULL);
	const bool cut_short = m->cut_short;
	m->fold = unheard;
	for (uint32_t x = 1; x <= NEIGHBOURS && x < launch->grid[0]; x++) {
		const uint32_t at[3] = {x, 0, 0};
		m->step_limit = m->steps + 2 * cost;
		run_block(m, request, launch, at, 1);
		m->stopped = false;
	}
	m->cut_short = cut_short;
	m->fold = known;
	fold_free(unheard);
}

/* A few blocks once more, with examples for the data that is not known. What they write is for nobody: the caller forgets
 * it. The fold of what they did, or NULL where it would tell nothing new. */
static struct fold *
run_by_example(struct machine *m, const struct launch_request *request, const struct launch *launch, uint64_t cost,
               uint64_t budget)
{
	if (!fold_depends_on_data(m->fold) || !has_examples(m->memory))
		return NULL;
	struct fold *known = m->fold, *likely = fold_new(m->symbols, m->memory, m->program->options->gpu, m->warps, m->doubts, NULL);
	struct pointer_set *reach = m->reach;
	const bool cut_short = m->cut_short;
	const double affordable = (double)(budget > EXAMPLE_BUDGET ? budget : EXAMPLE_BUDGET) / (double)cost;
	const double blocks = affordable < 1 ? 1 : affordable < MOST_BY_EXAMPLE ? affordable : MOST_BY_EXAMPLE;
	const struct plan plan = make_plan(launch->grid, no_turns, blocks);
	m->fold = likely;
	m->reach = NULL;
	m->by_example = true;
	run_plan(m, request, launch, &plan, false, budget > 2 * cost ? budget : 2 * cost);
	run_neighbours(m, request, launch, cost);
	m->by_example = false;
	m->cut_short = cut_short;
	m->reach = reach;
	m->fold = known;
	return likely;
}

void
device_run(struct program *program, const struct launch_request *request, struct launch *launch,
           const struct kernel *kernel)
{
	const unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
	const double blocks = (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
	struct machine m;
	machine_init(&m, program, (threads + 31) / 32 * 32, true);
	m.clock = program->host->clock;   /* one time for all memory: what the host wrote is older */
	const uint64_t budget = launch_budget(program, kernel);
	m.full_loop_steps = FULL_LOOP_STEPS;
	m.doubts = doubts_new();
	m.fold = fold_new(&program->symbols, &program->memory, program->options->gpu, m.warps, m.doubts, program->options->events);
	fold_set_code(m.fold, request->kernel, &m.unused);
	m.reach = program_kernel(program, request->kernel)->reach;
	m.data_alike = program->data_alike;
	if (program->options->events)
		fprintf(program->options->events, "launch %s<<<(%u, %u, %u), (%u, %u, %u), %llu>>>\n", request->kernel->name,
		        launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0], launch->block[1], launch->block[2],
		        (unsigned long long)launch->dynamic_shared);
	m.dynamic_shared = memory_new(&program->memory, OBJECT_SHARED, launch->dynamic_shared, "dynamic shared memory");
	const uint64_t least =
		FIRST_BLOCK_STEPS / (kernel->launch_count ? LATER_LAUNCH_SHARE : times_seen(program, kernel) / 2 + 1);
	m.step_limit = with_rest(budget > least ? budget : least);
	struct arena specials = {0};
	m.coarse_from = COARSE_STEPS;
	m.most_symbols = program->symbols.count + COARSE_SYMBOLS;
	set_specials(&m, &specials, launch);

	/* The first corner shows what a block costs. */
	const uint32_t corner[3] = {0, 0, 0};
	run_block(&m, request, launch, corner, 1);
	const uint64_t cost = m.steps + 1;
	/* One that stands for others is to end where the first did: the first iterations alone are not like the rest. */
	const uint64_t enough = m.stopped || m.cut_short ? 0 : cost + cost / 2;
	launch->budget_reached = m.stopped;
	const double affordable = (double)budget / (double)cost - 1;
	struct turns turns[3];
	const bool has_turns = find_turns(program, request, turns);
	struct plan plan = make_plan(launch->grid, turns, affordable < 1 ? 1 : affordable);
	m.stopped = false;
	if (plan_blocks(&plan) < blocks)
		doubt_blocks(m.doubts, request->kernel);
	if (blocks > 1 && (!request->for_effect || plan_blocks(&plan) >= blocks))
		launch->budget_reached |= run_plan(&m, request, launch, &plan, true, budget > enough ? with_rest(budget) : enough);
	/* One block cannot stand for those on both sides of a turn. */
	launch->budget_reached |= m.cut_short || (has_turns && !has_corner(&plan));
	launch->syncs_grid = m.syncs_grid;
	const bool complete = plan_blocks(&plan) >= blocks && !launch->budget_reached;
	struct fold *likely = complete ? NULL : run_by_example(&m, request, launch, cost, budget);
	fold_set_likely(m.fold, likely);
	program->steps_left -= m.steps < program->steps_left ? m.steps : program->steps_left;
	if (request->shared_open)
		launch->dynamic_shared = shared_in_use(m.dynamic_shared);
	const uint64_t shared = m.static_shared;
	struct kernel_entry *entry = program_kernel(program, request->kernel);
	if ((int64_t)shared > entry->facts.resources.static_shared)
		entry->facts.resources.static_shared = (int64_t)shared;
	const struct occupancy occupancy = gpu_occupancy(program->options->gpu, threads, -1, shared + launch->dynamic_shared);
	launch->occupancy = occupancy.occupancy;
	launch->limiter = occupancy.limiter;
	if (!request->for_effect)
		fold_finish(m.fold, &program->facts->arena, program->options, kernel, launch);
	fold_free(m.fold);
	if (likely)
		fold_free(likely);
	doubts_free(m.doubts);
	forget_written(&m, request, complete);
	memory_delete(&program->memory, m.dynamic_shared);
	arena_free(&specials);
	program->symbols.coarse = false;
	program->host->clock = m.clock;
	machine_free(&m);
}
