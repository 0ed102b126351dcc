#include "runtime_check/devices.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "codegen/worker/worker.h"
#include "runtime_check/parts.h"
#include "support/allocate.h"

/* A launch during which two GPUs were lost may be the cause. */
enum { MOST_LOSSES = 2 };

/* Each GPU's share is split into SHARES parts, so that no GPU waits long for another. A part has at most MOST_UNITS
 * units, so that it ends soon. Starting a part takes about as long as one or two launches. */
enum { SHARES = 3, MOST_UNITS = 16 };

static const char no_gpu_left[] = "no GPU was left to run it";

enum progress { PART_WAITS, PART_RUNS, PART_DONE };

struct part_state {
	enum progress progress;
	unsigned losses;            /* GPUs that were lost while they ran it */
	struct part_result outcome; /* the latest; its text is from the fleet's arena */
};

struct fleet {
	const struct runner *runner;
	json_t *seconds;      /* the job's time limit, also for the jobs that describe a GPU */
	pthread_mutex_t lock; /* protects all members below */
	pthread_cond_t changed;
	struct parts parts;
	struct part_state *states; /* one for each part */
	size_t count, capacity;    /* of `states` */
	struct arena arena;
};

/* The next work of a GPU: the index of a part, and its job. */
struct task {
	size_t part;
	json_t *job;
};

struct device {
	struct fleet *fleet;
	unsigned number;
	const char *uuid;   /* NULL: not asked yet, or the driver does not report it */
	struct arena arena; /* used only by its thread */
	const char *lost;   /* why it can no longer be used; NULL: it can */
	bool has_begun;
};

const char *
devices_unusable(unsigned number, const char *why, struct arena *arena)
{
	return arena_printf(arena, "GPU %u cannot be used: %s", number, why);
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

json_t *
devices_describe(const struct runner *runner, json_t *seconds, json_t *device, struct arena *arena, const char **error)
{
	json_t *job = json_pack("{s:i, s:O, s:O, s:[], s:[]}", "schema_version", 1, "seconds", seconds, "device",
	                        device, "sources", "kernels");
	json_t *result = worker_run(runner, job, arena, error), *described = json_object_get(result, "device");
	if (result && !json_is_object(described))
		*error = arena_strdup(arena, result_text(result, "reason"));
	described = json_is_object(described) ? json_incref(described) : NULL;
	json_decref(result);
	json_decref(job);
	return described;
}

/* A copy of the job for this GPU. */
static json_t *
job_on(const json_t *job, json_t *device)
{
	json_t *own = json_copy((json_t *)(uintptr_t)job);
	json_object_set(own, "device", device);
	return own;
}

/* ---- detection of lost GPUs -------------------------------------------------------------------------------------- */

static bool
is_no_failure(enum result_status status)
{
	return status == RESULT_OK || status == RESULT_SILENT;
}

/* Why the GPU was not available: kernels were compiled, but none ran. NULL: it was available. */
static const char *
why_not_run(const json_t *result)
{
	size_t i, k;
	const json_t *kernel, *launch;
	if (result_status(result, "status") == RESULT_NO_DEVICE)
		return result_text(result, "reason");
	json_array_foreach (json_object_get(result, "kernels"), i, kernel)
		json_array_foreach (json_object_get(kernel, "launches"), k, launch)
			if (is_no_failure(result_status(kernel, "status")) &&
			    result_status(launch, "status") == RESULT_NOT_RUN)
				return result_text(launch, "reason");
	return NULL;
}

/* Whether everything requested was done. */
static bool
is_flawless(const json_t *launch)
{
	return is_no_failure(result_status(launch, "status")) && is_no_failure(result_status(launch, "metrics_status"));
}

static bool
are_flawless(const json_t *result)
{
	size_t i, k;
	const json_t *kernel, *launch, *race;
	json_array_foreach (json_object_get(result, "kernels"), i, kernel)
		json_array_foreach (json_object_get(kernel, "launches"), k, launch)
			if (!is_flawless(launch))
				return false;
	json_array_foreach (json_object_get(result, "races"), i, race)
		if (!is_no_failure(result_status(race, "status")))
			return false;
	return result != NULL;
}

/* Marks the GPU as lost if the result of its last part shows it, or if the GPU can no longer be described. */
static void
look_for_loss(struct device *device, json_t *identity, const json_t *result)
{
	const char *why = why_not_run(result);
	if (why)
		device->lost = arena_strdup(&device->arena, why);
	if (why || are_flawless(result))
		return;
	json_t *described =
		devices_describe(device->fleet->runner, device->fleet->seconds, identity, &device->arena, &why);
	if (!described)
		device->lost = why;
	json_decref(described);
}

/* ---- the parts --------------------------------------------------------------------------------------------------- */

static void
add_state(struct fleet *fleet, unsigned losses)
{
	const struct part_state state = {.losses = losses};
	memory_push(fleet->states, fleet->count, fleet->capacity, state);
}

/* Takes the next part. False: no part is left, and none will return. */
static bool
take_part(struct fleet *fleet, struct task *task)
{
	bool found = false, running;
	pthread_mutex_lock(&fleet->lock);
	for (;;) {
		running = false;
		for (task->part = 0; task->part < fleet->count; task->part++) {
			found = fleet->states[task->part].progress == PART_WAITS;
			running |= fleet->states[task->part].progress == PART_RUNS;
			if (found)
				break;
		}
		if (found || !running)
			break;
		pthread_cond_wait(&fleet->changed, &fleet->lock); /* a part of another GPU may return */
	}
	if (found) {
		fleet->states[task->part].progress = PART_RUNS;
		task->job = fleet->parts.items[task->part].job;
	}
	pthread_mutex_unlock(&fleet->lock);
	return found;
}

/* Whether another GPU could do better, because this one was lost before or during the kernel's launch. */
static bool
is_open(const json_t *kernel, const json_t *launch)
{
	return is_no_failure(result_status(kernel, "status")) && !is_flawless(launch);
}

/* Whether the launch may have caused the loss: it began and did not end. */
static bool
is_suspect(const json_t *launch)
{
	return !is_flawless(launch) && result_status(launch, "status") != RESULT_NOT_RUN;
}

/* Makes a part of its own from each unit of a part that was not completed. */
static void
cut_up(struct fleet *fleet, size_t number, const json_t *result)
{
	const struct part part = fleet->parts.items[number];
	const json_t *asked = json_object_get(part.job, "kernels");
	size_t unit = part.first;
	for (size_t i = 0; i < json_array_size(asked); i++) {
		const json_t *kernel = result_answer(asked, json_object_get(result, "kernels"), i);
		const json_t *launches = json_object_get(json_array_get(asked, i), "launches");
		for (size_t k = 0; k == 0 || k < json_array_size(launches); k++, unit++) {
			const json_t *launch = result_answer(launches, json_object_get(kernel, "launches"), k);
			if (kernel && !is_open(kernel, launch))
				continue;
			parts_add(&fleet->parts, unit, 1);
			add_state(fleet, !kernel || is_suspect(launch));
		}
	}
}

/* Whether another GPU may retry a part of one unit after this GPU was lost. */
static bool
may_go_on(struct part_state *state, const json_t *result)
{
	size_t i;
	const json_t *kernel;
	bool may_be_why = !result;
	json_array_foreach (json_object_get(result, "kernels"), i, kernel)
		may_be_why |= is_suspect(json_array_get(json_object_get(kernel, "launches"), 0));
	state->losses += may_be_why;
	return state->losses < MOST_LOSSES;
}

static void
give_back_part(struct fleet *fleet, size_t part, json_t *result, const char *error, bool is_lost)
{
	pthread_mutex_lock(&fleet->lock);
	struct part_state *state = &fleet->states[part];
	json_decref(state->outcome.result);
	state->outcome = (struct part_result){result, result ? NULL : arena_strdup(&fleet->arena, error)};
	state->progress = PART_DONE;
	if (is_lost && fleet->parts.items[part].count > 1)
		cut_up(fleet, part, result);
	else if (is_lost && may_go_on(state, result))
		state->progress = PART_WAITS;
	pthread_cond_broadcast(&fleet->changed);
	pthread_mutex_unlock(&fleet->lock);
}

static void
run_part(struct device *device, json_t *identity, const struct task *task)
{
	struct fleet *fleet = device->fleet;
	const char *error = "";
	json_t *job = job_on(task->job, identity);
	json_t *result = worker_run(fleet->runner, job, &device->arena, &error);
	look_for_loss(device, identity, result);
	give_back_part(fleet, task->part, result, error, device->lost);
	json_decref(job);
}

/* The UUID of a described GPU; NULL: it has none. */
static const char *
uuid_of(const json_t *described, struct arena *arena)
{
	const char *uuid = result_text(described, "uuid");
	return *uuid ? arena_strdup(arena, uuid) : NULL;
}

/* The driver may renumber the remaining GPUs when one is lost. A UUID stays. */
static json_t *
identity_of(const char *uuid, unsigned number)
{
	return uuid ? json_string(uuid) : json_integer(number);
}

static void *
use_device(void *argument)
{
	struct device *device = argument;
	json_t *known = identity_of(device->uuid, device->number);
	json_t *described =
		devices_describe(device->fleet->runner, device->fleet->seconds, known, &device->arena, &device->lost);
	if (!device->uuid)
		device->uuid = uuid_of(described, &device->arena);
	json_t *identity = identity_of(device->uuid, device->number);
	device->has_begun = described != NULL;
	struct task task;
	while (!device->lost && take_part(device->fleet, &task))
		run_part(device, identity, &task);
	json_decref(identity);
	json_decref(described);
	json_decref(known);
	return NULL;
}

/* ---- entry points ------------------------------------------------------------------------------------------------ */

static void
run_side_by_side(struct device *devices, size_t count)
{
	pthread_t threads[RUNNER_MOST];
	size_t started = 0;
	while (started < count && !pthread_create(&threads[started], NULL, use_device, &devices[started]))
		started++;
	/* If the system provides too few threads, this thread does their work. */
	for (size_t i = started; i < count; i++)
		use_device(&devices[i]);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

static void
report_losses(struct device_losses *losses, const struct device *devices, size_t count, struct arena *arena)
{
	for (size_t i = 0; i < count; i++)
		if (devices[i].lost && losses->count < RUNNER_MOST) {
			losses->numbers[losses->count] = devices[i].number;
			losses->texts[losses->count++] =
				devices[i].has_begun
					? arena_printf(arena, "GPU %u was lost: %s", devices[i].number, devices[i].lost)
					: devices_unusable(devices[i].number, devices[i].lost, arena);
		}
}

/* Joins the parts' results. NULL: there is no result. */
static json_t *
join(struct fleet *fleet, struct arena *arena, const char **error)
{
	const size_t count = fleet->count;
	struct part_result *results = memory_zeroed(count, sizeof *results);
	bool any = false;
	*error = "no GPU is left";
	for (size_t i = 0; i < count; i++) {
		results[i] = fleet->states[i].outcome;
		if (!results[i].result && !results[i].missing)
			results[i].missing = no_gpu_left;
		else if (!results[i].result)
			*error = arena_strdup(arena, results[i].missing);
		any |= results[i].result != NULL;
	}
	json_t *joined = any ? parts_join(&fleet->parts, results) : NULL;
	for (size_t i = 0; i < count; i++)
		json_decref(results[i].result);
	free(results);
	return joined;
}

/* If all GPUs are meant, sets their numbers once for all runs. False: there is no GPU. */
static bool
number_all(struct device_list *devices, const struct runner *runner, json_t *seconds, struct arena *arena)
{
	const char *error;
	if (!devices->all || devices->count > 0)
		return true;
	json_t *zero = json_integer(0), *described = devices_describe(runner, seconds, zero, arena, &error);
	const int64_t gpus = result_count(described, "gpus");
	while (described && (int64_t)devices->count < gpus && devices->count < RUNNER_MOST) {
		devices->numbers[devices->count] = (unsigned)devices->count;
		devices->count++;
	}
	json_decref(described);
	json_decref(zero);
	return devices->count;
}

/* Reports that the GPU does not exist or cannot run anything. */
static void
report_unusable(struct device_losses *losses, unsigned number, const json_t *result, struct arena *arena)
{
	if (result_status(result, "status") != RESULT_NO_DEVICE)
		return;
	losses->numbers[losses->count] = number;
	losses->texts[losses->count++] = devices_unusable(number, result_text(result, "reason"), arena);
}

/* Runs the job on the first GPU of the list. */
static json_t *
run_on_one(struct device_list *list, const struct runner *runner, const json_t *job, struct arena *arena,
           const char **error)
{
	json_t *device = identity_of(list->uuids[0], list->numbers[0]), *own = job_on(job, device);
	json_t *result = worker_run(runner, own, arena, error);
	if (!list->uuids[0])
		list->uuids[0] = uuid_of(json_object_get(result, "device"), arena);
	json_decref(own);
	json_decref(device);
	return result;
}

static size_t
units_of_part(const json_t *job, size_t devices)
{
	const size_t units = parts_units(job) / (SHARES * devices) + 1;
	return units < MOST_UNITS ? units : MOST_UNITS;
}

/* Runs all parts. */
static void
fleet_run(struct fleet *fleet, struct device_list *list, struct device_losses *losses, struct arena *arena)
{
	struct device *devices = memory_zeroed(list->count, sizeof *devices);
	for (size_t i = 0; i < fleet->parts.count; i++)
		add_state(fleet, 0);
	pthread_mutex_init(&fleet->lock, NULL);
	pthread_cond_init(&fleet->changed, NULL);
	for (size_t i = 0; i < list->count; i++)
		devices[i] = (struct device){.fleet = fleet, .number = list->numbers[i], .uuid = list->uuids[i]};
	run_side_by_side(devices, list->count);
	report_losses(losses, devices, list->count, arena);
	for (size_t i = 0; i < list->count; i++) {
		list->uuids[i] = devices[i].uuid ? arena_strdup(arena, devices[i].uuid) : NULL;
		arena_free(&devices[i].arena);
	}
	pthread_cond_destroy(&fleet->changed);
	pthread_mutex_destroy(&fleet->lock);
	free(devices);
}

static void
fleet_free(struct fleet *fleet)
{
	parts_free(&fleet->parts);
	arena_free(&fleet->arena);
	free(fleet->states);
}

static json_t *
run_on_several(struct device_list *list, const struct runner *runner, json_t *job, struct device_losses *losses,
               struct arena *arena, const char **error)
{
	struct fleet fleet = {.runner = runner, .seconds = json_object_get(job, "seconds")};
	parts_cut(&fleet.parts, job, units_of_part(job, list->count));
	fleet_run(&fleet, list, losses, arena);
	json_t *joined = join(&fleet, arena, error);
	fleet_free(&fleet);
	return joined;
}

/* The GPUs that are not known to be lost. */
static struct device_list
left_of(const struct device_list *devices, const struct device_losses *losses)
{
	struct device_list left = {.all = devices->all};
	for (size_t i = 0; i < devices->count; i++) {
		bool is_lost = false;
		for (size_t k = 0; k < losses->count; k++)
			is_lost |= losses->numbers[k] == devices->numbers[i];
		if (is_lost)
			continue;
		left.uuids[left.count] = devices->uuids[i];
		left.numbers[left.count++] = devices->numbers[i];
	}
	return left;
}

static void
run_each_on(struct device_list *list, const struct runner *runner, json_t *const *jobs, size_t count, json_t **results,
            const char **missing, struct device_losses *losses, struct arena *arena)
{
	struct fleet fleet = {.runner = runner, .seconds = json_object_get(jobs[0], "seconds")};
	for (size_t i = 0; i < count; i++) {
		const struct part part = {.job = json_incref(jobs[i]), .first = i, .count = 1};
		arena_push(&fleet.parts.arena, fleet.parts.items, fleet.parts.count, fleet.parts.capacity, part);
	}
	fleet_run(&fleet, list, losses, arena);
	for (size_t i = 0; i < count; i++) {
		const struct part_result *outcome = &fleet.states[i].outcome;
		results[i] = outcome->result;
		missing[i] = outcome->missing ? arena_strdup(arena, outcome->missing) : no_gpu_left;
	}
	fleet_free(&fleet);
}

void
devices_run_each(struct device_list *devices, const struct runner *runner, json_t *const *jobs, size_t count,
                 json_t **results, const char **missing, struct device_losses *losses, struct arena *arena)
{
	if (count == 0)
		return;
	number_all(devices, runner, json_object_get(jobs[0], "seconds"), arena);
	struct device_list left = left_of(devices, losses);
	for (size_t i = 0; i < count; i++) {
		results[i] = NULL;
		missing[i] = no_gpu_left;
	}
	if (!devices->all && devices->count == 0)
		for (size_t i = 0; i < count; i++)
			results[i] = worker_run(runner, jobs[i], arena, &missing[i]);
	else if (left.count > 0)
		run_each_on(&left, runner, jobs, count, results, missing, losses, arena);
}

json_t *
devices_run(struct device_list *devices, const struct runner *runner, json_t *job, struct device_losses *losses,
            struct arena *arena, const char **error)
{
	struct device_list none = {.count = 1};
	const bool any = number_all(devices, runner, json_object_get(job, "seconds"), arena);
	json_t *result = any && devices->count > 1 ? run_on_several(devices, runner, job, losses, arena, error) : NULL;
	if (result)
		return result;
	result = run_on_one(any ? devices : &none, runner, job, arena, error);
	if (!devices->all && devices->count == 1)
		report_unusable(losses, devices->numbers[0], result, arena);
	return result;
}
