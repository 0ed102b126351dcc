/* How many iterations of a loop follow each other in one straight line of compiled code: their loads may then be issued together, as
 * far as no store stands between that may change what they load.
 *
 * Found by compiling some sixty loops with nvcc 13.0 for sm_90, with `__restrict__` and without. Beside what code/unroll.h says:
 *  - A counter may also move by a signed amount that is known at run time, if the loop's condition compares it as it is. So the loop
 *    is unrolled whose stride is an `int`, and the one with `i += blockDim.x * gridDim.x` is not.
 *  - The other side of the comparison has to be the same in all iterations: a number that is loaded each time is not.
 *  - A division or a root that is rounded as IEEE 754 has it takes a branch for unusual numbers, which loads do not cross. */
#ifndef GPULINT_CODE_ITERATIONS_IN_LINE_H
#define GPULINT_CODE_ITERATIONS_IN_LINE_H

#include "code/definitions.h"

/* 1: each stands alone, or it is not known. */
unsigned iterations_in_line(struct definitions *definitions, const struct ir_stmt *loop);

#endif
