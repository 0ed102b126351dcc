/* A job for gpulint-run (docs/job.schema.json) and its result (docs/result.schema.json), as documents. */
#ifndef GPULINT_CODEGEN_WORKER_WORKER_H
#define GPULINT_CODEGEN_WORKER_WORKER_H

#include <jansson.h>

#include "codegen/worker/runner.h"
#include "support/arena.h"

/* How often the worker shows life while it does a job whose launches are only timed. */
size_t worker_signs(const json_t *job);

/* The worker's result for the job, whatever became of it. NULL when there is none, with the reason, of the arena, in *error. */
json_t *worker_run(const struct runner *runner, const json_t *job, struct arena *arena, const char **error);

#endif
