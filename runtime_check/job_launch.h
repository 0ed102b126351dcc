/* A launch's part of the job: its shape, its arguments, and what the buffers that they point to hold. */
#ifndef GPULINT_RUNTIME_CHECK_JOB_LAUNCH_H
#define GPULINT_RUNTIME_CHECK_JOB_LAUNCH_H

#include "runtime_check/job_build.h"

/* What a kernel's launches read: the members of the job's kernel that they add to. */
struct kernel_inputs {
	json_t *buffers, *variables;
};

/* The kernel's launch of that number. NULL when it cannot be made: its `skipped` then says why. */
json_t *job_launch(struct plan *plan, const struct planned_kernel *kernel, size_t number, struct kernel_inputs *inputs,
                   struct arena *arena);

#endif
