/* How many steps a launch may take: less for what has been seen much of. */
#ifndef GPULINT_EVAL_GRID_LAUNCH_BUDGET_H
#define GPULINT_EVAL_GRID_LAUNCH_BUDGET_H

#include "eval/program.h"

/* How often kernels of the same template have been launched, divided by how often that may be done in full. */
unsigned launch_times_seen(const struct program *program, const struct kernel *kernel);
uint64_t launch_budget(struct program *program, const struct kernel *kernel);
/* What a grid of few blocks may take beyond that if it is run whole. */
uint64_t launch_budget_of_small_grid(const struct program *program, const struct kernel *kernel);
/* The launch has taken so many; and those of its blocks that were run by example, or for what they write. */
void launch_spend(struct program *program, const struct kernel *kernel, uint64_t steps);
void launch_spend_on_examples(struct program *program, uint64_t steps);
/* The first block of a launch took so many more than blocks are commonly given. */
void launch_spend_on_long_block(struct program *program, uint64_t steps);
/* And so many more in code that is in no loop. */
void launch_spend_on_straight_code(struct program *program, uint64_t steps);
/* And the blocks of a small grid together. */
void launch_spend_on_small_grid(struct program *program, uint64_t steps);

#endif
