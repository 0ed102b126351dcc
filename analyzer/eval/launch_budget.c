#include "eval/launch_budget.h"

enum {
	DEFAULT_BUDGET = 16000,        /* steps for one launch */
	LIBRARY_BUDGET = 64000,        /* of the built-in headers' kernels: they part into blocks of several kinds */
	LEAST_BUDGET = 2000,
	ROOM_SHARE = 8,                /* of all numbers, so that a budget without an end can be added to */
	INSTANCES_IN_FULL = 4,         /* of one template; each so many more get half, a third, ... of the steps */
};

unsigned
launch_times_seen(const struct program *program, const struct kernel *kernel)
{
	unsigned instances = 0;
	for (size_t i = 0; i < program->kernel_count; i++) {
		const struct kernel *k = &program->kernels[i].facts;
		instances += k->launch_count && facts_same_place(&k->place, &kernel->place);
	}
	return instances / INSTANCES_IN_FULL;
}

/* What the program's own kernels may take is not for the library's. */
static uint64_t *
steps_left_for(struct program *program, const struct kernel *kernel)
{
	return kernel->is_library ? &program->builtin_steps_left : &program->steps_left;
}

uint64_t
launch_budget(struct program *program, const struct kernel *kernel)
{
	if (program->options->runs_whole)
		return UINT64_MAX / ROOM_SHARE;
	const uint64_t left = *steps_left_for(program, kernel);
	uint64_t budget = program->options->budget ? program->options->budget : kernel->is_library ? LIBRARY_BUDGET : DEFAULT_BUDGET;
	budget /= kernel->launch_count + 1;
	budget /= launch_times_seen(program, kernel) + 1;
	if (budget > left)
		budget = left;
	return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

static void
spend(uint64_t *left, uint64_t steps)
{
	*left -= steps < *left ? steps : *left;
}

void
launch_spend(struct program *program, const struct kernel *kernel, uint64_t steps)
{
	spend(steps_left_for(program, kernel), steps);
}

void
launch_spend_on_examples(struct program *program, uint64_t steps)
{
	spend(&program->example_steps_left, steps);
}

void
launch_spend_on_long_block(struct program *program, uint64_t steps)
{
	spend(&program->long_block_steps_left, steps);
}
