/* A launch's part of the job: its shape, its arguments, and what the buffers that they point to hold. */
#ifndef GPULINT_RUNTIME_CHECK_JOB_LAUNCH_H
#define GPULINT_RUNTIME_CHECK_JOB_LAUNCH_H

#include "runtime_check/job_build.h"

/* Adds the launch's buffers to the kernel's. NULL when it cannot be made: planned->skipped then says why. */
json_t *job_launch(struct plan *plan, struct planned_launch *planned, size_t number, json_t *buffers,
                   struct arena *arena);

#endif
