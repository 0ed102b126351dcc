/* The work of a launch's warps, from the kernel's machine code and the executions of each basic block. Also the part
 * of it in the arms of the source's branches. */
#ifndef GPULINT_MODEL_COMPILED_WORK_H
#define GPULINT_MODEL_COMPILED_WORK_H

#include "model/compiled/machine_code.h"

/* Sets the launch's work. executions: how often its warps execute each basic block. */
void work_take(const struct machine_code *machine, const double *executions, struct launch *launch);

#endif
