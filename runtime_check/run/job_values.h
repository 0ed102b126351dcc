/* Reads a job's values: the fills of buffers, and arguments. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_JOB_VALUES_H
#define GPULINT_RUNTIME_CHECK_RUN_JOB_VALUES_H

#include "job_reader.h"

bool job_read_fill(struct job_reader *reader, json_t *value, struct fill *fill);
bool job_read_argument(struct job_reader *reader, json_t *value, const struct kernel_job *kernel,
                       struct argument *argument);
/* Reads the addresses of the kernel's buffers that `size` bytes contain; `value` NULL: none. */
bool job_read_pointers(struct job_reader *reader, json_t *value, const struct kernel_job *kernel, uint64_t size,
                       struct pointers *pointers);
/* Finds the index of the kernel's buffer of this id. */
bool job_find_buffer(struct job_reader *reader, const struct kernel_job *kernel, const char *id, size_t *buffer);

#endif
