/* Blocks with far more loop iterations than a plan's blocks, by numbers in memory:
 *
 *	for (int k = first[x]; k < first[x + 1]; k++)
 *
 * A launch ends with its longest block, so that is added to the plan. It is guessed from the kernel's integer
 * arrays: if one has an unusually large step or number, blocks are assumed to own shares of the array in order. */
#ifndef GPULINT_EVAL_GRID_LONGEST_BLOCKS_H
#define GPULINT_EVAL_GRID_LONGEST_BLOCKS_H

#include "eval/grid/launch_plan.h"

/* Adds it with weight 1 and reduces the plan's weights by one block. *steps: remaining budget for such searches, in
 * numbers read. */
void plan_add_longest(struct planned_blocks *plan, const struct program *program, const struct launch_request *request,
                      uint64_t *steps, struct arena *arena);

#endif
