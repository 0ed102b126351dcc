/* Several GPUs of one host measure side by side: each has a worker of its own, which takes the next part of the job when it
 * is done with one. What a GPU had when it was lost, another gets. */
#ifndef GPULINT_RUNTIME_CHECK_DEVICES_H
#define GPULINT_RUNTIME_CHECK_DEVICES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "codegen/worker/runner.h"
#include "support/arena.h"

/* GPUs by the driver's numbers, as it counts before any is lost; all 0: nobody said which. */
struct device_list {
	unsigned numbers[RUNNER_MOST];
	/* by which they go once a run has found them: the others may be counted anew when one is lost; NULL: not yet */
	const char *uuids[RUNNER_MOST];
	size_t count;
	bool all; /* as many as there are; a run sets the numbers */
};

/* What became of GPUs that could not be used, or not to the end: a sentence each. */
struct device_losses {
	const char *texts[RUNNER_MOST];
	unsigned numbers[RUNNER_MOST];
	size_t count;
};

/* What the worker says of a GPU (docs/result.schema.json), for the caller to release. `device` is its number or UUID, `seconds` what
 * the worker may take. NULL: it is not there, and *error, of the arena or constant, says why. */
json_t *devices_describe(const struct runner *runner, json_t *seconds, json_t *device, struct arena *arena,
                         const char **error);

/* The sentence of one that is not there. */
const char *devices_unusable(unsigned number, const char *why, struct arena *arena);

/* The result of each job, all as devices_run gives them; none where results[i] is NULL, and *missing[i] says why. Jobs are not cut. */
void devices_run_each(struct device_list *devices, const struct runner *runner, json_t *const *jobs, size_t count,
                      json_t **results, const char **missing, struct device_losses *losses, struct arena *arena);

/* The result of the job, as worker_run (worker.h) has it, without an id in it; strings are of the arena, the list's too. Where
 * none of the GPUs is there it is that of a worker without one. */
json_t *devices_run(struct device_list *devices, const struct runner *runner, json_t *job, struct device_losses *losses,
                    struct arena *arena, const char **error);

#endif
