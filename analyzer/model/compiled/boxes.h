/* Grids that are told box by box, of blocks that all do what the first of them does. */
#ifndef GPULINT_MODEL_COMPILED_BOXES_H
#define GPULINT_MODEL_COMPILED_BOXES_H

#include "model/compiled/counting.h"

/* What of an instruction hangs on the blocks' numbers otherwise than by steps is open. *steps: instructions of warps that may still be
 * run, which become fewer. False: the blocks cannot be told so, and what was counted is not all of them. */
bool boxes_run(const struct execute_kernel *kernel, struct execute_launch *shape, struct counting *counting, uint64_t *steps);

#endif
