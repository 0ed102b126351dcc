/* Reads what a job says of values: how buffers are filled, and arguments. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JOB_VALUES_H
#define GPULINT_RUNTIME_CHECK_RUN_JOB_VALUES_H

#include "job_reader.h"

bool job_read_fill(struct job_reader *reader, json_t *value, struct fill *fill);
bool job_read_argument(struct job_reader *reader, json_t *value, const struct kernel_job *kernel,
                       struct argument *argument);
/* Addresses in the kernel's buffers that `size` bytes hold; `value` NULL: none. */
bool job_read_pointers(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, uint64_t size,
                       struct pointers *pointers);
/* The number of the kernel's buffer of that id. */
bool job_find_buffer(struct job_reader *reader, const struct kernel_job *kernel, const char *id, size_t *buffer);

#endif
