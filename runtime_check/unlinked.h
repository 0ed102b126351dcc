/* Kernels of separable compilation: what another file defines, no job of theirs has. */
#ifndef GPULINT_RUNTIME_CHECK_UNLINKED_H
#define GPULINT_RUNTIME_CHECK_UNLINKED_H

#include "runtime_check/job_build.h"
#include "support/arena.h"

/* Why a kernel was not compiled, if for the want of a function: which one, and which of the plan's files defines it, if one does.
 * NULL: what the compiler said is about something else. */
const char *unlinked_reason(const struct plan *plan, const struct planned_kernel *kernel, const char *said,
                            struct arena *arena);

#endif
