/* Blocks that are run, of a kernel whose blocks differ by their place: the rounds of a loop are more from block to block, say, as
 * in `for (int j = blockIdx.x; j < n; j++)`. They are weighed so that the rounds of loops come out right of which it is told how
 * often blocks go round them, and after that what grows evenly with the place. */
#ifndef GPULINT_EVAL_GRID_PLAN_BY_PLACE_H
#define GPULINT_EVAL_GRID_PLAN_BY_PLACE_H

#include "eval/grid/block_kinds.h"
#include "eval/grid/launch_plan.h"

/* Adds a block in the middle of the largest kind to the plan, for itself alone: to see what blocks take. NULL: there is hardly a
 * block that is not run. */
struct planned_block *plan_probe(struct planned_blocks *plan, const struct block_kinds *kinds, struct arena *arena);

/* Puts others in the place of the plan's blocks that stand for others, as many of each kind, and about as many more as there is
 * room for. They stand for as many blocks as before, that go round loops as often, about the same place, and, where there are
 * enough of them, spread as widely. `threads` are a block's. In memory of the arena. */
struct planned_blocks plan_by_place(const struct planned_blocks *plan, struct block_kinds *kinds, const int64_t threads[3],
                                    size_t room, struct arena *arena);

#endif
