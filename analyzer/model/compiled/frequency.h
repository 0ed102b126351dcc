/* Estimates how often warps execute instructions in a launch that was not run on its machine code to the end. The
 * estimate uses the iterations that the evaluator of the source saw. */
#ifndef GPULINT_MODEL_COMPILED_FREQUENCY_H
#define GPULINT_MODEL_COMPILED_FREQUENCY_H

#include "model/compiled/machine_code.h"

/* For each basic block, executions by warps of the launch. They follow from its accesses, if the source has accesses
 * on their lines; otherwise from the enclosing loop. malloc'ed. */
double *frequency_of_blocks(const struct machine_code *machine, const struct launch *launch);

/* Whether the block is the common arm of a branch whose other arm handles the rare cases of a division or a root. It
 * is almost always executed. */
bool frequency_is_usual(const struct sass_code *code, const struct sass_flow *flow, uint32_t block);

#endif
