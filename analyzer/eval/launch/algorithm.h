/* Algorithms of libraries, thrust::sort say, on device memory: some of their kernels are known and launched, others are not. */
#ifndef GPULINT_EVAL_LAUNCH_ALGORITHM_H
#define GPULINT_EVAL_LAUNCH_ALGORITHM_H

#include "eval/state/machine.h"

/* At the end of a call by host code: says in the facts that nothing is predicted of it, if it goes through device memory and has
 * launched no kernel. Of algorithms that call each other the program's own call stands for all. */
void algorithm_tell_unfollowed(struct machine *m, const struct frame *frame, const struct value *args, size_t arg_count);

#endif
