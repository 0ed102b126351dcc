/* Launches given by the user: name<<<grid, block, shared>>>(args). */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_OPTION_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_OPTION_H

#include "eval/state/machine.h"

struct launch_request;

/* Makes the launch. The name may have template arguments, which select the instance. Grid and block are numbers, or
 * three of them in parentheses. A numeric argument binds a scalar, or gives a pointer's buffer size in bytes; `_`
 * leaves a parameter unbound. Without an argument list all are unbound. */
struct eval_launch_error launch_from_text(struct machine *m, const char *text);
/* A host launch in that form; in the facts' arena. */
const char *launch_to_text(struct machine *m, const struct launch_request *request);

#endif
