/* Completes kernel arguments that the run of the host code knows only in part. */
#ifndef GPULINT_EVAL_LAUNCH_BIND_ARGUMENT_H
#define GPULINT_EVAL_LAUNCH_BIND_ARGUMENT_H

#include "eval/state/machine.h"

/* The argument with unknown parts bound: an unknown pointer gets an object of its own, an unknown number becomes one
 * number for all threads. Members of a record are bound in a copy that lives until the end of the statement. */
struct value bind_argument(struct machine *m, const struct ir_var *param, struct value v);

#endif
