/* Memory accesses of a launch's machine code, by lines of the program's own code: their instructions, widths and
 * loop depths. If a loop of the source accesses one address, the compiler may make a single access before or after
 * the loop. It keeps arrays in registers as far as it can. */
#ifndef GPULINT_MODEL_COMPILED_ACCESSES_H
#define GPULINT_MODEL_COMPILED_ACCESSES_H

#include "model/compiled/machine_code.h"

/* Adds them to the launch's machine lines. blocks: how often warps execute each basic block. traffic NULL: the
 * launch was not run to the end. For arrays, the launch still has the source's figures. */
void accesses_find(const struct machine_code *machine, const struct launch_traffic *traffic, const double *blocks,
                   struct launch *launch, struct arena *arena);
/* Updates the launch's sites and arrays from its machine lines. The sites already have their figures from the
 * machine code. */
void accesses_take(struct launch *launch);

#endif
