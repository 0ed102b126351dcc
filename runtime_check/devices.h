/* Measures on several GPUs of one host at a time. Each GPU has its own worker, which takes the next part of the job
 * when it has completed one. If a GPU is lost, another one gets its part. */
#ifndef GPULINT_RUNTIME_CHECK_DEVICES_H
#define GPULINT_RUNTIME_CHECK_DEVICES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "codegen/worker/runner.h"
#include "support/arena.h"

/* GPUs by the driver's numbers before any GPU is lost. All zero: the user chose none. */
struct device_list {
	unsigned numbers[RUNNER_MOST];
	/* set by the first run that finds the GPU, because the driver may renumber the others when one is lost; NULL:
	 * not yet */
	const char *uuids[RUNNER_MOST];
	size_t count;
	bool all; /* all GPUs of the host; a run sets the numbers */
};

/* One sentence for each GPU that could not be used, or that was lost. */
struct device_losses {
	const char *texts[RUNNER_MOST];
	unsigned numbers[RUNNER_MOST];
	size_t count;
};

/* The worker's description of a GPU (docs/result.schema.json), which the caller releases. `device` is its number or
 * UUID; `seconds` is the worker's time limit. NULL: the GPU does not exist, and *error, constant or of the arena, says
 * why. */
json_t *devices_describe(const struct runner *runner, json_t *seconds, json_t *device, struct arena *arena,
                         const char **error);

/* The sentence for a GPU that does not exist. */
const char *devices_unusable(unsigned number, const char *why, struct arena *arena);

/* The result of each job, as of devices_run. If results[i] is NULL, *missing[i] says why. Jobs are not split. */
void devices_run_each(struct device_list *devices, const struct runner *runner, json_t *const *jobs, size_t count,
                      json_t **results, const char **missing, struct device_losses *losses, struct arena *arena);

/* The result of the job, as of worker_run (worker.h), without an id. Strings are from the arena, those of the list too.
 * If no GPU exists, it is the result of a worker without a GPU. */
json_t *devices_run(struct device_list *devices, const struct runner *runner, json_t *job, struct device_losses *losses,
                    struct arena *arena, const char **error);

#endif
