/* A launch in the job: its shape, its arguments, and the contents of the buffers to which they point. */
#ifndef GPULINT_RUNTIME_CHECK_JOB_LAUNCH_H
#define GPULINT_RUNTIME_CHECK_JOB_LAUNCH_H

#include "runtime_check/job_build.h"

/* What a kernel's launches read. Each launch adds to these members of the job's kernel. */
struct kernel_inputs {
	json_t *buffers, *variables;
};

/* The kernel's launch of this index. NULL: it cannot be repeated, and its `skipped` says why. */
json_t *job_launch(struct plan *plan, const struct planned_kernel *kernel, size_t number, struct kernel_inputs *inputs,
                   struct arena *arena);

#endif
