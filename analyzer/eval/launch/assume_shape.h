/* Grid and block of a launch if nothing visible determines them. */
#ifndef GPULINT_EVAL_LAUNCH_ASSUME_SHAPE_H
#define GPULINT_EVAL_LAUNCH_ASSUME_SHAPE_H

#include "eval/launch/run_launch.h"

/* Chooses the unknown parts of the shape. The block follows from the kernel's bounds and its use of the thread
 * index. The grid has as many blocks as the kernel's guards admit for the launch's numbers, which may be assumed. */
void assume_shape(struct program *program, struct launch_request *request);

#endif
