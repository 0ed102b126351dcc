/* How often warps execute the instructions of a launch that was not run on its machine code to the end: from the iterations
 * that the evaluator of the source has seen. */
#ifndef GPULINT_MODEL_COMPILED_FREQUENCY_H
#define GPULINT_MODEL_COMPILED_FREQUENCY_H

#include "model/compiled/machine.h"

/* For each block of the code, by warps of the launch: what its accesses say, where they are of lines whose accesses the source has; else
 * as often as the loop around it. malloc'ed. */
double *frequency_of_blocks(const struct machine_code *machine, const struct launch *launch);

/* Whether the block is the other way of a branch to one that calls what computes the rare cases of a division or a root: it is executed
 * as good as always. */
bool frequency_is_usual(const struct sass_code *code, const struct sass_flow *flow, uint32_t block);

#endif
