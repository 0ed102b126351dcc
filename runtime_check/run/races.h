/* The pass that times kernels alternately: versions of one kernel, in the same memory. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_RACES_H
#define GPULINT_RUNTIME_CHECK_RUN_RACES_H

#include "passes.h"

/* Runs each of the job's races in its own process, with the kernels whose launches succeeded in the first pass. */
void pass_races(struct program *program);

#endif
