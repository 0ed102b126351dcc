/* Runs grids box by box. All blocks of a box do what its first block does. */
#ifndef GPULINT_MODEL_COMPILED_BOXES_H
#define GPULINT_MODEL_COMPILED_BOXES_H

#include "model/compiled/counting.h"

/* Figures that depend on the block index other than by steps are open. *steps: budget of warp instructions, which is
 * reduced. False: the blocks cannot be covered by boxes, and the counts are incomplete. */
bool boxes_run(const struct execute_kernel *kernel, struct execute_launch *shape, struct counting *counting,
               uint64_t *steps);

#endif
