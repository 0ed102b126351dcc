/* Whether the program may have raised what CUDA limits a kernel to, by the time that a launch is made. */
#ifndef GPULINT_EVAL_LAUNCH_RAISED_LIMITS_H
#define GPULINT_EVAL_LAUNCH_RAISED_LIMITS_H

#include <stdbool.h>

struct program;
struct launch_request;

/* False only where it surely has not: nothing sets an attribute of that kernel, or only main does, behind the launch. */
bool raised_limits_may_be(const struct program *program, const struct launch_request *request);

#endif
