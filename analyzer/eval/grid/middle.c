#include "eval/grid/middle.h"

#include "eval/grid/block.h"
#include "eval/grid/device.h"
#include "eval/grid/launch_budget.h"
#include "eval/grid/launch_plan.h"

enum {
	FEW_ALIKE = 3,            /* blocks that behaved alike, after which one more represents all others */
	FEW_OF_INSTANCE = 1,      /* the same after many instances of the template */
	FEWEST_FOR_OTHERS = 2,    /* blocks if a later kernel combines what they write */
	MOST_BY_EXAMPLE = 16,     /* blocks */
	EXAMPLE_BUDGET = 100000,  /* minimum steps of these blocks */
	LATER_EXAMPLES_SHARE = 4, /* divisor of that in a kernel's later launches, which add little */
};

static bool
has_examples(const struct memory *memory)
{
	for (size_t i = 1; i < memory->count; i++)
		if (memory->objects[i] && memory->objects[i]->examples)
			return true;
	return false;
}

/* Runs at most `most` adjacent blocks. If the first few behaved alike, the next one represents all others. */
static void
run_side_by_side(struct machine *m, struct aggregator *aggregator, const struct launch_request *request,
                 const struct launch *launch, unsigned most, uint64_t most_steps)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	const struct launch_plan plan = launch_plan_side_by_side(&m->scratch, launch->grid, most);
	const unsigned blocks = launch_plan_blocks(&plan);
	const struct kernel *kernel = &program_kernel(m->program, request->kernel)->facts;
	const unsigned few = launch_times_seen(m->program, kernel) ? FEW_OF_INSTANCE : FEW_ALIKE;
	bool alike = false;
	for (unsigned i = 0; i < blocks && !alike; i++) {
		double weight;
		uint32_t at[3];
		launch_plan_block(&plan, i, at, &weight);
		alike = i == few && !aggregator_blocks_differ(aggregator);
		m->budget.limit = m->budget.steps + most_steps;
		if (m->by_example)
			block_distinguish_data(m, request->kernel);
		block_run(m, aggregator, request, launch, at, alike ? weight * (blocks - i) : weight);
		m->budget.stopped = false;
	}
	arena_release(&m->scratch, mark);
}

struct aggregator *
middle_by_example(struct machine *m, const struct aggregator *known, const struct launch_request *request,
                  const struct launch *launch, uint64_t l1_room, uint64_t cost, uint64_t budget)
{
	const struct kernel *kernel = &program_kernel(m->program, request->kernel)->facts;
	if (kernel->is_library || !aggregator_depends_on_data(known) || !has_examples(m->memory))
		return NULL;
	struct pointer_set *reach = m->reach;
	uint64_t least = EXAMPLE_BUDGET / (launch_times_seen(m->program, kernel) + 1) /
	                 (1 + LATER_EXAMPLES_SHARE * kernel->launch_count);
	if (least > m->program->example_steps_left)
		least = m->program->example_steps_left;
	const uint64_t affordable = (budget > least ? budget : least) / cost;
	const unsigned fewest = device_may_control_others(m->program, request) ? FEWEST_FOR_OTHERS : 1;
	const unsigned blocks = affordable < fewest            ? fewest
	                        : affordable < MOST_BY_EXAMPLE ? (unsigned)affordable
	                                                       : MOST_BY_EXAMPLE;
	m->reach = NULL;
	/* If the first block did not reach its end, the others need not get further. */
	const uint64_t each = launch->caveats.budget_reached ? cost : 2 * cost;
	const uint32_t cut_short = m->omitted.loop;
	struct trace *trace = m->trace;
	m->trace = NULL;
	struct aggregator *likely = block_new_aggregator(m, request->kernel, l1_room, NULL);
	m->by_example = true;
	run_side_by_side(m, likely, request, launch, blocks, budget > each ? budget : each);
	m->by_example = false;
	m->omitted.loop = cut_short;
	m->trace = trace;
	m->reach = reach;
	return likely;
}
