/* Blocks whose threads go round loops far more often than those of a plan, by numbers that lie in memory, as in
 *
 *	for (int k = first[x]; k < first[x + 1]; k++)
 *
 * A launch ends with its longest block: that is added to the plan. Which it is says no more than what arrays of integers look like that
 * the kernel is given: where one of them rises by far more than mostly, or holds a far greater number, blocks have shares of it in
 * their order. */
#ifndef GPULINT_EVAL_GRID_LONGEST_BLOCKS_H
#define GPULINT_EVAL_GRID_LONGEST_BLOCKS_H

#include "eval/grid/launch_plan.h"

/* Adds it for itself alone; the plan's stand for one fewer. *steps: what there is left for such questions, in numbers that are read. */
void plan_add_longest(struct planned_blocks *plan, const struct program *program, const struct launch_request *request, uint64_t *steps,
                      struct arena *arena);

#endif
