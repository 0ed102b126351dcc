/* What numbers of floating point may decide. */
#ifndef GPULINT_EVAL_STATE_REALS_H
#define GPULINT_EVAL_STATE_REALS_H

#include "eval/state/machine.h"

/* Whether an address or a branch of device code may depend on floating point. Found out once. */
bool reals_decide(struct program *program);
/* Whether it does not: then which of the lanes' numbers are known makes no difference, such as of zeroes beyond a matrix's
 * end, and it takes less to know none of them. */
bool reals_are_idle(const struct machine *m);

#endif
