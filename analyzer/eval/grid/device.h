/* The device code of one launch: which blocks are run, and how. */
#ifndef GPULINT_EVAL_GRID_DEVICE_H
#define GPULINT_EVAL_GRID_DEVICE_H

#include "eval/state/launch_request.h"

/* Whether the launch writes numbers that may control a later one. False for launches that the program does not make:
 * nothing follows them. */
bool device_may_control_others(struct program *program, const struct launch_request *request);
/* Samples the blocks of a launch and adds its sites to `launch`. */
void device_run(struct program *program, const struct launch_request *request, struct launch *launch,
                const struct kernel *kernel);

#endif
