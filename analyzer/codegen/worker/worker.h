/* Jobs for gpulint-run (docs/job.schema.json) and their results (docs/result.schema.json), as JSON documents. */
#ifndef GPULINT_CODEGEN_WORKER_WORKER_H
#define GPULINT_CODEGEN_WORKER_WORKER_H

#include <jansson.h>

#include "codegen/worker/runner.h"
#include "support/arena.h"

/* How many signs of life the worker sends for a job whose launches are only timed. */
size_t worker_signs(const json_t *job);

/* The worker's result for the job, whatever its status. NULL: there is none; *error gives the reason, in the arena. */
json_t *worker_run(const struct runner *runner, const json_t *job, struct arena *arena, const char **error);

#endif
