/* Influence of floating-point numbers on control flow and addresses. */
#ifndef GPULINT_EVAL_STATE_REALS_H
#define GPULINT_EVAL_STATE_REALS_H

#include "eval/state/machine.h"

/* Whether an address or a branch of device code may depend on floating point. Computed once. */
bool reals_decide(struct program *program);
/* Whether it does not. Then the evaluator can treat all such numbers as unknown, which is faster. */
bool reals_are_idle(const struct machine *m);

#endif
