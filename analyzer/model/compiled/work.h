/* What the warps of a launch execute, from the kernel's machine code and how often each block of it is executed: all of it, and what of it
 * stands on the sides of the source's branches. */
#ifndef GPULINT_MODEL_COMPILED_WORK_H
#define GPULINT_MODEL_COMPILED_WORK_H

#include "model/compiled/machine.h"

/* The launch's work; `executions`: how often its warps execute each block. */
void work_take(const struct machine_code *machine, const double *executions, struct launch *launch);

#endif
