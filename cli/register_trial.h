/* Compiles kernels whose registers limit the occupancy once more, with the register limit that allows one more block.
 * This shows whether that works without spills. */
#ifndef GPULINT_CLI_REGISTER_TRIAL_H
#define GPULINT_CLI_REGISTER_TRIAL_H

#include "cli/analysis.h"

/* Takes compile time; the compiler's results are cached. */
void register_trials_make(struct analysis *analysis);

#endif
