/* Blocks whose threads go round loops far more often than those of a plan, by numbers that lie in memory, as in
 *
 *	for (int k = first[x]; k < first[x + 1]; k++)
 *
 * A launch ends with its longest block: one that none of the plan's stands for is added to it. */
#ifndef GPULINT_EVAL_GRID_LONGEST_BLOCKS_H
#define GPULINT_EVAL_GRID_LONGEST_BLOCKS_H

#include "eval/grid/launch_plan.h"

/* Adds the longest block for itself alone and, where there are others about as long, one of them for these; the plan's stand for as
 * many fewer. *steps: what there is left for such questions, in numbers that are computed. */
void plan_add_longest(struct planned_blocks *plan, struct program *program, const struct launch_request *request, uint64_t *steps,
                      struct arena *arena);

#endif
