/* Library algorithms on device memory, such as thrust::sort: the kernels of some are known and launched, those of
 * others are not. */
#ifndef GPULINT_EVAL_LANGUAGE_ALGORITHM_H
#define GPULINT_EVAL_LANGUAGE_ALGORITHM_H

#include "eval/state/machine.h"

/* Call at the end of a host call. If the algorithm uses device memory but launched no kernel, the facts record that
 * it has no prediction. For nested algorithms only the program's own call is recorded. */
void algorithm_report_unfollowed(struct machine *m, const struct frame *frame, const struct value *args,
                                 size_t arg_count);

#endif
