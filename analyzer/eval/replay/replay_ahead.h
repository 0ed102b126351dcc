/* What the data that host code makes may still decide. */
#ifndef GPULINT_EVAL_REPLAY_REPLAY_AHEAD_H
#define GPULINT_EVAL_REPLAY_REPLAY_AHEAD_H

#include "eval/machine.h"

/* Whether a kernel may be launched between a loop of the function that runs now and the program's end: by what the code
 * says, not by what is known. */
bool launch_ahead(struct machine *m, const struct ir_stmt *loop);

/* Whether an address or a branch of device code may depend on floating point. Found out once. */
bool reals_decide(struct program *program);
/* Whether it does not: then which of the lanes' numbers are known makes no difference, such as of zeroes beyond a matrix's
 * end, and it takes less to know none of them. */
bool reals_are_idle(const struct machine *m);

#endif
