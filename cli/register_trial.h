/* Kernels of which registers keep warps away are compiled once more, with as few registers as let one block more run: whether that
 * goes without spills. */
#ifndef GPULINT_CLI_REGISTER_TRIAL_H
#define GPULINT_CLI_REGISTER_TRIAL_H

#include "cli/analysis.h"

/* Takes its time: what the compiler does, once, for it is kept. */
void register_trials_make(struct analysis *analysis);

#endif
