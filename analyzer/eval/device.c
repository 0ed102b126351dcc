/* One launch: which blocks are run, and how. */
#include <math.h>

#include "eval/doubt.h"
#include "eval/example.h"
#include "eval/launch_plan.h"
#include "eval/loop.h"
#include "eval/may_write.h"
#include "eval/program.h"
#include "eval/replay_ahead.h"
#include "model/fold.h"
#include "model/gpu.h"

enum {
	DEFAULT_BUDGET = 16000,        /* steps for one launch */
	LIBRARY_BUDGET = 64000,        /* of the built-in headers' kernels: they part into blocks of several kinds */
	LEAST_BUDGET = 2000,
	FIRST_BLOCK_STEPS = 100000,    /* the first block may take more: without it there is nothing to tell */
	INSTANCES_IN_FULL = 4,         /* of one template; each so many more get half, a third, ... of the steps */
	LATER_LAUNCH_SHARE = 16,       /* a kernel's later launches tell less that is new */
	FULL_LOOP_STEPS = 600,
	COARSE_STEPS = 20000,          /* from here on unknown data is not told apart any more, */
	COARSE_SYMBOLS = 32 * 1024,    /* and from so many new symbols on; */
	LATER_COARSE_SHARE = 4,        /* as LATER_LAUNCH_SHARE */
	MOST_BY_EXAMPLE = 16,          /* blocks */
	FEW_ALIKE = 3,                 /* that have done the same, one more stands for all of them */
	EXAMPLE_BUDGET = 100000,       /* steps that those may take at least */
	LATER_EXAMPLES_SHARE = 4,      /* as LATER_LAUNCH_SHARE */
	FEWEST_FOR_OTHERS = 2,         /* such blocks where a later kernel puts together what they write */
};

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

/* Unknown data is told apart for so long from here on. */
static void
tell_data_apart(struct machine *m, const struct ir_func *kernel)
{
	const unsigned share = program_kernel(m->program, kernel)->facts.launch_count ? LATER_COARSE_SHARE : 1;
	m->coarse_from = m->steps + COARSE_STEPS / share;
	m->most_symbols = m->symbols->count + COARSE_SYMBOLS / share;
}

static void
run_block(struct machine *m, const struct launch_request *request, const struct launch *launch,
          const uint32_t at[3], double weight, enum block_role role)
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
	m->assumption = request->kernel->line_info ? request->kernel->line_info->assumption : NULL;
	clear_shared(m);
	reuse_begin_block(m);
	fold_begin_block(m->fold, (uint64_t)at[0] * launch->block[0], launch->block[0]);
	call_function(m, request->kernel, request->args, request->arg_count, NULL);
	fold_end_block(m->fold, role);
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

/* What the program's own kernels may take is not for the library's. */
static uint64_t *
steps_left_for(struct program *program, const struct kernel *kernel)
{
	return kernel->is_library ? &program->builtin_steps_left : &program->steps_left;
}

/* The steps that a launch may take: less for what has been seen much of. */
static uint64_t
launch_budget(struct program *program, const struct kernel *kernel)
{
	const uint64_t left = *steps_left_for(program, kernel);
	uint64_t budget = program->options->budget ? program->options->budget : kernel->is_library ? LIBRARY_BUDGET : DEFAULT_BUDGET;
	if (kernel->launch_count)
		budget /= 2;
	budget /= times_seen(program, kernel) + 1;
	if (budget > left)
		budget = left;
	return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

/* As many more that a block's longest loop may take that many. */
static uint64_t
with_rest(uint64_t steps)
{
	return steps * REST_SHARE / (REST_SHARE - 1);
}

/* The blocks of the plan, each of which may take so many steps. */
static bool
run_plan(struct machine *m, const struct launch_request *request, const struct launch *launch, const struct launch_plan *plan,
         bool corner_has_run, uint64_t most_steps)
{
	double alike = 1;   /* blocks, with the first among them */
	for (int d = 0; d < 3; d++)
		alike *= launch->grid[d] - (plan->ends_apart[d] ? 1.0 : 0.0);
	bool stopped = false;
	for (unsigned z = 0; z < plan->dim[2].count; z++) {
		for (unsigned y = 0; y < plan->dim[1].count; y++) {
			for (unsigned x = 0; x < plan->dim[0].count; x++) {
				const uint32_t at[3] = {plan->dim[0].at[x], plan->dim[1].at[y], plan->dim[2].at[z]};
				double weight = plan->dim[0].weight[x] * plan->dim[1].weight[y] * plan->dim[2].weight[z];
				if (corner_has_run && at[0] == 0 && at[1] == 0 && at[2] == 0 && weight <= 1)
					continue;
				/* Who stands for everything stands for one less when the corner has run already. */
				const bool is_apart = launch_plan_is_apart(plan, at);
				if (corner_has_run && !launch_plan_has_corner(plan) && weight > 1 && !is_apart)
					weight -= weight / alike;
				m->step_limit = m->steps + most_steps;
				const enum block_role role = is_apart ? BLOCK_APART : weight > 1 ? BLOCK_FOR_OTHERS : BLOCK_AT_EDGE;
				run_block(m, request, launch, at, weight, role);
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
		    func_is_known_to_write(&program->code.may_write, kernel, i))
			return true;
	}
	return false;
}

/* Of the launch that the machine runs. */
static struct fold *
new_fold(struct machine *m, const struct ir_func *kernel, FILE *events)
{
	struct fold *fold = fold_new(m->symbols, m->memory, m->program->options->gpu, m->warps, m->doubts, events);
	fold_set_code(fold, kernel, m->code);
	return fold;
}

static void
end_fold(struct program *program, struct fold *fold)
{
	program->facts->event_count += fold_events(fold);
	fold_free(fold);
}

/* Makes the grid end where the last blocks begin that a guard sends away; false: there is no such place. */
static bool
shorten_to_last_turn(struct program *program, const struct launch_request *request, uint32_t grid[3])
{
	struct turns turns[3];
	bool shorter = false;
	launch_find_turns(program, request, turns);
	for (int d = 0; d < 3; d++) {
		if (!turns[d].count)
			continue;
		grid[d] = turns[d].at[turns[d].count - 1];
		shorter = true;
	}
	return shorter;
}

/* At most so many blocks side by side. When the first few have all done the same, the next one stands for all others. */
static void
run_side_by_side(struct machine *m, const struct launch_request *request, const struct launch *launch, const uint32_t grid[3],
                 unsigned most, uint64_t most_steps)
{
	const struct launch_plan plan = launch_plan_side_by_side(grid, most);
	const unsigned blocks = launch_plan_blocks(&plan);
	bool alike = false;
	for (unsigned i = 0; i < blocks && !alike; i++) {
		double weight;
		uint32_t at[3];
		launch_plan_block(&plan, i, at, &weight);
		alike = i == FEW_ALIKE && !fold_blocks_differ(m->fold);
		m->step_limit = m->steps + most_steps;
		if (m->by_example)
			tell_data_apart(m, request->kernel);
		run_block(m, request, launch, at, alike ? weight * (blocks - i) : weight, BLOCK_FOR_OTHERS);
		m->stopped = false;
	}
}

/* Blocks side by side in the middle of the grid, apart from those that stand for the launch. The fold of what they did. */
static struct fold *
run_middle(struct machine *m, const struct launch_request *request, const struct launch *launch, const uint32_t grid[3],
           unsigned blocks, uint64_t most_steps)
{
	struct fold *known = m->fold, *apart = new_fold(m, request->kernel, NULL);
	const uint32_t cut_short = m->cut_short;
	m->fold = apart;
	run_side_by_side(m, request, launch, grid, blocks, most_steps);
	m->cut_short = cut_short;
	m->fold = known;
	return apart;
}

/* What a later kernel's blocks in the middle of the grid read is what those of the kernels before it wrote. Where they do
 * nothing, for the grid is much too large, those run that are in the middle of what a guard leaves of it. */
static struct fold *
run_apart(struct machine *m, const struct launch_request *request, const struct launch *launch, unsigned blocks,
          uint64_t most_steps)
{
	struct fold *apart = run_middle(m, request, launch, launch->grid, blocks, most_steps);
	uint32_t grid[3] = {launch->grid[0], launch->grid[1], launch->grid[2]};
	if (fold_has_accesses(apart) || !shorten_to_last_turn(m->program, request, grid))
		return apart;
	end_fold(m->program, apart);
	return run_middle(m, request, launch, grid, blocks, most_steps);
}

/* Such blocks with examples for the data that is not known. What they write is for nobody: the caller forgets it. The fold
 * of what they did, or NULL where it would tell nothing new. The library's kernels have examples of their own. */
static struct fold *
run_by_example(struct machine *m, const struct launch_request *request, const struct launch *launch, uint64_t cost,
               uint64_t budget)
{
	const struct kernel *kernel = &program_kernel(m->program, request->kernel)->facts;
	if (kernel->is_library || !fold_depends_on_data(m->fold) || !has_examples(m->memory))
		return NULL;
	struct pointer_set *reach = m->reach;
	uint64_t least = EXAMPLE_BUDGET / (times_seen(m->program, kernel) + 1) / (1 + LATER_EXAMPLES_SHARE * kernel->launch_count);
	if (least > m->program->example_steps_left)
		least = m->program->example_steps_left;
	const uint64_t affordable = (budget > least ? budget : least) / cost;
	const unsigned fewest = device_may_steer_others(m->program, request->kernel) ? FEWEST_FOR_OTHERS : 1;
	const unsigned blocks = affordable < fewest ? fewest : affordable < MOST_BY_EXAMPLE ? (unsigned)affordable : MOST_BY_EXAMPLE;
	m->reach = NULL;
	m->by_example = true;
	struct fold *likely = run_apart(m, request, launch, blocks, budget > 2 * cost ? budget : 2 * cost);
	m->by_example = false;
	m->reach = reach;
	return likely;
}

/* One launch, while it runs. */
struct running {
	struct machine m;
	const struct launch_request *request;
	struct launch *launch;
	const struct kernel *kernel;
	struct arena specials;
	uint64_t budget;               /* steps, of all blocks */
	uint64_t cost;                 /* of the first block */
	bool all_blocks;               /* have been run, */
	bool complete;                 /* each to its end */
};

static void
log_launch(const struct running *r)
{
	const struct launch *launch = r->launch;
	if (r->m.program->options->events)
		fprintf(r->m.program->options->events, "launch %s<<<(%u, %u, %u), (%u, %u, %u), %llu>>>\n", r->request->kernel->name,
		        launch->grid[0], launch->grid[1], launch->grid[2], launch->block[0], launch->block[1], launch->block[2],
		        (unsigned long long)launch->dynamic_shared);
}

static void
begin(struct running *r, struct program *program)
{
	struct machine *m = &r->m;
	const unsigned threads = r->launch->block[0] * r->launch->block[1] * r->launch->block[2];
	machine_init(m, program, (threads + 31) / 32 * 32, true);
	r->specials.spares = &program->spares;
	m->clock = program->host->clock;   /* one time for all memory: what the host wrote is older */
	example_numbers_forget(m->symbols);
	m->full_loop_steps = FULL_LOOP_STEPS;
	tell_data_apart(m, r->request->kernel);
	m->data_alike = program->data_alike;
	m->launched_by = r->request->entry;
	m->reach = program_kernel(program, r->request->kernel)->reach;
	m->doubts = doubts_new();
	m->fold = new_fold(m, r->request->kernel, program->options->events);
	m->dynamic_shared = memory_new(&program->memory, OBJECT_SHARED, r->launch->dynamic_shared, "dynamic shared memory");
	set_specials(m, &r->specials, r->launch);
}

/* The first corner shows what a block costs. */
static void
run_first_block(struct running *r)
{
	struct machine *m = &r->m;
	const uint32_t corner[3] = {0, 0, 0};
	const unsigned share = r->kernel->is_library     ? 1
	                       : r->kernel->launch_count ? LATER_LAUNCH_SHARE
	                                                 : times_seen(m->program, r->kernel) / 2 + 1;
	const uint64_t least = FIRST_BLOCK_STEPS / share;
	r->budget = launch_budget(m->program, r->kernel);
	m->step_limit = with_rest(r->budget > least ? r->budget : least);
	run_block(m, r->request, r->launch, corner, 1, BLOCK_AT_EDGE);
	r->cost = m->steps + 1;
	r->launch->budget_reached = m->stopped;
}

static void
run_others(struct running *r)
{
	struct machine *m = &r->m;
	const double blocks = (double)r->launch->grid[0] * r->launch->grid[1] * r->launch->grid[2];
	/* One that stands for others is to end where the first did: the first iterations alone are not like the rest. */
	const uint64_t enough = m->stopped || m->cut_short ? 0 : r->cost + r->cost / 2;
	const double affordable = (double)r->budget / (double)r->cost - 1;
	struct turns turns[3];
	launch_find_turns(m->program, r->request, turns);
	const struct launch_plan plan = launch_plan(r->launch->grid, turns, affordable < 1 ? 1 : affordable);
	m->stopped = false;
	if (launch_plan_blocks(&plan) < blocks)
		doubt_blocks(m->doubts, r->request->kernel);
	if (blocks > 1 && (!r->request->for_effect || launch_plan_blocks(&plan) >= blocks))
		r->launch->budget_reached |= run_plan(m, r->request, r->launch, &plan, true,
		                                      r->budget > enough ? with_rest(r->budget) : enough);
	r->launch->budget_reached |= m->cut_short || plan.misses_turns;
	if (!r->kernel->is_library)
		r->launch->cut_loop = program_place_of_reason(m->program, m->cut_short);
	r->all_blocks = launch_plan_blocks(&plan) >= blocks;
	r->complete = r->all_blocks && !r->launch->budget_reached;
}

/* What the launch takes of a multiprocessor. */
static void
tell_resources(struct running *r)
{
	struct launch *launch = r->launch;
	const unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
	const uint64_t shared = r->m.static_shared;
	struct resources *resources = &program_kernel(r->m.program, r->request->kernel)->facts.resources;
	if (r->request->shared_open)
		launch->dynamic_shared = shared_in_use(r->m.dynamic_shared);
	if ((int64_t)shared > resources->static_shared)
		resources->static_shared = (int64_t)shared;
	const struct occupancy occupancy =
		gpu_occupancy(r->m.program->options->gpu, threads, -1, shared + launch->dynamic_shared);
	launch->occupancy = occupancy.occupancy;
	launch->limiter = occupancy.limiter;
}

static void
end(struct running *r)
{
	struct program *program = r->m.program;
	end_fold(program, r->m.fold);
	doubts_free(r->m.doubts);
	forget_written(&r->m, r->request, r->complete);
	memory_delete(&program->memory, r->m.dynamic_shared);
	arena_free(&r->specials);
	program->symbols.coarse = false;
	program->host->clock = r->m.clock;
	machine_free(&r->m);
}

/* Blocks for what they write alone: neighbours' data, as later kernels put it together. A later launch that was cut short
 * would write what it does not otherwise. */
static void
run_for_others(struct running *r)
{
	const bool is_later = r->kernel->launch_count > 0;
	if (!r->all_blocks && !(is_later && r->launch->budget_reached) && !r->kernel->is_library &&
	    device_may_steer_others(r->m.program, r->request->kernel))
		end_fold(r->m.program, run_apart(&r->m, r->request, r->launch, FEWEST_FOR_OTHERS, is_later ? r->cost : 2 * r->cost));
}

static void
spend(uint64_t *left, uint64_t steps)
{
	*left -= steps < *left ? steps : *left;
}

void
device_run(struct program *program, const struct launch_request *request, struct launch *launch,
           const struct kernel *kernel)
{
	struct running r = {.request = request, .launch = launch, .kernel = kernel};
	begin(&r, program);
	log_launch(&r);
	run_first_block(&r);
	run_others(&r);
	launch->syncs_grid = r.m.syncs_grid;
	spend(steps_left_for(program, kernel), r.m.steps);
	const uint64_t before = r.m.steps;
	struct fold *likely = r.complete ? NULL : run_by_example(&r.m, request, launch, r.cost, r.budget);
	fold_set_likely(r.m.fold, likely);
	if (!likely)
		run_for_others(&r);
	spend(&program->example_steps_left, r.m.steps - before);
	program_note_steps(program, request->kernel, r.m.steps);
	tell_resources(&r);
	if (!request->for_effect)
		fold_finish(r.m.fold, &program->facts->arena, program->options, kernel, launch);
	if (likely)
		end_fold(program, likely);
	end(&r);
}
