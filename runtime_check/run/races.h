/* The pass that times kernels in turns: versions of one kernel, in the same memory. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_RACES_H
#define GPULINT_RUNTIME_CHECK_RUN_RACES_H

#include "passes.h"

/* Each of the job's races in a process of its own; of kernels whose launches the first pass found to be in order. */
void pass_races(struct program *program);

#endif
