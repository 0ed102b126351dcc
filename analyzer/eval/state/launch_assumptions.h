/* The assumptions that the report lists with a launch. */
#ifndef GPULINT_EVAL_STATE_LAUNCH_ASSUMPTIONS_H
#define GPULINT_EVAL_STATE_LAUNCH_ASSUMPTIONS_H

#include "eval/state/machine.h"
#include "model/facts.h"

/* Adds an assumption if it is not there yet. text: in the arena. */
void launch_assume(struct arena *arena, struct launch *launch, const char *text);
/* Adds assumptions about code that the machine left out, and about stores to unknown addresses. */
void launch_assume_left_out(struct machine *m, struct launch *launch);

#endif
