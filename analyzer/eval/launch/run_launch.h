/* Makes the launches of host code, in any form, and runs them. Implements eval_launch of eval/state/evaluate.h. */
#ifndef GPULINT_EVAL_LAUNCH_RUN_LAUNCH_H
#define GPULINT_EVAL_LAUNCH_RUN_LAUNCH_H

#include "eval/state/launch_request.h"

/* Makes the launch with these arguments, after their unknown parts are bound. */
void make_launch(struct machine *m, struct launch_request *request, struct value *args);
/* Runs one launch. A launch with the key of an earlier one (launch_key.h) is recorded as its repeat. If the kernel
 * has had many different launches, it is only counted. If CUDA refuses it, only the refusal is recorded: see
 * refusal.h. */
void run_launch(struct machine *m, const struct launch_request *given);

#endif
