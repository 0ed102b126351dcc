/* Blocks that are run, so that each kind of them stands for as many as there are. */
#ifndef GPULINT_EVAL_GRID_PLAN_BY_KIND_H
#define GPULINT_EVAL_GRID_PLAN_BY_KIND_H

#include "eval/grid/block_kinds.h"
#include "eval/grid/launch_plan.h"

/* Weighs the blocks of a plan anew where they stand for another number of some kind than there is, and adds blocks of kinds that
 * none of them is of: about `room`, and one at least. What they stand for together stays the same. In memory of the arena. */
struct planned_blocks plan_by_kind(const struct planned_blocks *plan, struct block_kinds *kinds, size_t room,
                                   struct arena *arena);

#endif
