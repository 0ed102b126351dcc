#include "eval/grid/launch_budget.h"

enum {
	DEFAULT_BUDGET = 16000, /* steps for one launch */
	LIBRARY_BUDGET = 64000, /* for kernels of the built-in headers, which have blocks of several kinds */
	LEAST_BUDGET = 2000,
	SMALL_GRID_SHARE = 2,  /* of the program's remaining steps for them */
	ROOM_SHARE = 8,        /* of all numbers: leaves room to add to an unlimited budget */
	INSTANCES_IN_FULL = 4, /* of one template; later groups of so many get half, a third, … of the steps */
};

unsigned
launch_times_seen(const struct program *program, const struct kernel *kernel)
{
	return instances_find(&program->instances, &kernel->place).launched / INSTANCES_IN_FULL;
}

uint64_t *
launch_steps_left(struct program *program, const struct kernel *kernel)
{
	return kernel->is_library ? &program->builtin_steps_left : &program->steps_left;
}

uint64_t
launch_budget(struct program *program, const struct kernel *kernel)
{
	if (program->options->runs_whole)
		return UINT64_MAX / ROOM_SHARE;
	const uint64_t left = *launch_steps_left(program, kernel);
	uint64_t budget = program->options->budget ? program->options->budget
	                  : kernel->is_library     ? LIBRARY_BUDGET
	                                           : DEFAULT_BUDGET;
	budget /= kernel->launch_count + 1;
	budget /= launch_times_seen(program, kernel) + 1;
	if (budget > left)
		budget = left;
	return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

uint64_t
launch_budget_of_small_grid(const struct program *program, const struct kernel *kernel)
{
	const uint64_t times = (kernel->launch_count + 1) * (launch_times_seen(program, kernel) + 1);
	return kernel->is_library ? 0 : program->small_grid_steps_left / SMALL_GRID_SHARE / times;
}

void
launch_spend(uint64_t *left, uint64_t steps)
{
	*left -= steps < *left ? steps : *left;
}
