/* Reads a job's launches: their shapes and arguments, what is measured and how, and the copies around them. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JOB_LAUNCHES_H
#define GPULINT_RUNTIME_CHECK_RUN_JOB_LAUNCHES_H

#include "job_reader.h"

bool job_read_launch(struct job_reader *reader, json_t *value, const struct kernel_job *kernel,
                     struct launch_job *launch);

#endif
