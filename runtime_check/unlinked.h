/* Separable compilation: a job of one file lacks functions that other files define. */
#ifndef GPULINT_RUNTIME_CHECK_UNLINKED_H
#define GPULINT_RUNTIME_CHECK_UNLINKED_H

#include "runtime_check/job_build.h"
#include "support/arena.h"

/* If a kernel was not compiled because a function is undefined: the function, and the plan's file that defines it, if
 * there is one. NULL: the compiler's message is about something else. */
const char *unlinked_reason(const struct plan *plan, const struct planned_kernel *kernel, const char *said,
                            struct arena *arena);

#endif
