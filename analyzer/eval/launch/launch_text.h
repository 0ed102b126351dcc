/* Launches said by hand: name<<<grid, block, shared>>>(args). */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_TEXT_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_TEXT_H

#include "eval/state/machine.h"

struct launch_request;

/* Makes the launch. The name can have template arguments, which choose the instance. Grid and block are numbers, or three
 * of them in parentheses; of the arguments, numbers bind scalars, for a pointer a number is the size of its buffer in
 * bytes, and `_` leaves a parameter unbound; without a list of them all are. */
struct eval_launch_error launch_from_text(struct machine *m, const char *text);
/* A launch that host code makes, in that form; in the facts' arena. */
const char *launch_to_text(struct machine *m, const struct launch_request *request);

#endif
