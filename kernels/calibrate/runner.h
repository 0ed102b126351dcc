/* Hands a job to the worker and takes its result. */
#ifndef GPULINT_KERNELS_CALIBRATE_RUNNER_H
#define GPULINT_KERNELS_CALIBRATE_RUNNER_H

#include <jansson.h>

#include "support/arena.h"

/* `command` is an argument vector that ends at NULL; its standard error is ours. NULL with a message in *error. */
json_t *runner_run(char *const command[], json_t *job, struct arena *arena, const char **error);

#endif
