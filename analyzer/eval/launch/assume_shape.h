/* The grid and the block of a launch of which nothing in sight settles them. */
#ifndef GPULINT_EVAL_LAUNCH_ASSUME_SHAPE_H
#define GPULINT_EVAL_LAUNCH_ASSUME_SHAPE_H

#include "eval/launch/host.h"

/* Chooses what of the shape is not known: a block as the kernel's bounds and its use of the thread's index suggest, and
 * then so many blocks as the kernel's guards let in, with the launch's numbers, assumed or not. */
void assume_shape(struct program *program, struct launch_request *request);

#endif
