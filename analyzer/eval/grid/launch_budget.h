/* The step budget of a launch. It shrinks with the number of similar launches. */
#ifndef GPULINT_EVAL_GRID_LAUNCH_BUDGET_H
#define GPULINT_EVAL_GRID_LAUNCH_BUDGET_H

#include "eval/state/program.h"

/* Launches of the same template's kernels, divided by the number that may run in full. */
unsigned launch_times_seen(const struct program *program, const struct kernel *kernel);
uint64_t launch_budget(struct program *program, const struct kernel *kernel);
/* The extra budget of a grid of few blocks to run in full. */
uint64_t launch_budget_of_small_grid(const struct program *program, const struct kernel *kernel);
/* The remaining steps of all launches. Library kernels have a separate account. */
uint64_t *launch_steps_left(struct program *program, const struct kernel *kernel);
/* Deducts used steps from an account. */
void launch_spend(uint64_t *left, uint64_t steps);

#endif
