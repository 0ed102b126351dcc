/* A job for gpulint-run (docs/job.schema.json) and its result (docs/result.schema.json), as documents. */
#ifndef GPULINT_RUNTIME_CHECK_WORKER_H
#define GPULINT_RUNTIME_CHECK_WORKER_H

#include <jansson.h>

#include "runtime_check/runner.h"
#include "support/arena.h"

/* How often the worker shows life while it does a job whose launches are only timed. */
size_t worker_signs(const json_t *job);

/* The worker's result for the job, whatever became of it; `runner` is a shell command that is gpulint-run somewhere, or
 * NULL, and so may be `watch`. NULL when there is none, with the reason, of the arena, in *error. */
json_t *worker_run(const char *runner, const json_t *job, const struct runner_watch *watch, struct arena *arena,
                   const char **error);

#endif
