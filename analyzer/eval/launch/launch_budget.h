/* How many steps a launch may take: less for what has been seen much of. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_BUDGET_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_BUDGET_H

#include "eval/state/program.h"

/* How often kernels of the same template have been launched, divided by how often that may be done in full. */
unsigned launch_times_seen(const struct program *program, const struct kernel *kernel);
uint64_t launch_budget(struct program *program, const struct kernel *kernel);
/* What a grid of few blocks may take beyond that if it is run whole. */
uint64_t launch_budget_of_small_grid(const struct program *program, const struct kernel *kernel);
/* What all launches may still take: what is for the program's own kernels is not for the library's. */
uint64_t *launch_steps_left(struct program *program, const struct kernel *kernel);
/* So many steps have been taken of what there was of a kind. */
void launch_spend(uint64_t *left, uint64_t steps);

#endif
