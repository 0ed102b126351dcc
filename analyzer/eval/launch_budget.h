/* How many steps a launch may take: less for what has been seen much of. */
#ifndef GPULINT_EVAL_LAUNCH_BUDGET_H
#define GPULINT_EVAL_LAUNCH_BUDGET_H

#include "eval/program.h"

/* How often kernels of the same template have been launched, divided by how often that may be done in full. */
unsigned launch_times_seen(const struct program *program, const struct kernel *kernel);
uint64_t launch_budget(struct program *program, const struct kernel *kernel);
/* The launch has taken so many. */
void launch_spend(struct program *program, const struct kernel *kernel, uint64_t steps);

#endif
