/* What a kernel takes an argument for of which the run of the host code does not know all. */
#ifndef GPULINT_EVAL_LAUNCH_BIND_ARGUMENT_H
#define GPULINT_EVAL_LAUNCH_BIND_ARGUMENT_H

#include "eval/state/machine.h"

/* The argument, with an object of its own in place of a pointer that is not known, and one number for all threads in place of
 * one that is not; the members of a record likewise, in a copy of it that lives as long as the statement. */
struct value bind_argument(struct machine *m, const struct ir_var *param, struct value v);

#endif
