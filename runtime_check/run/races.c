#include "races.h"

#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "clocks.h"
#include "codegen/worker/protocol.h"
#include "execution.h"
#include "json_text.h"
#include "sample.h"
#include "support/allocate.h"
#include "support/clock.h"

/* No round begins after this share of the race's time limit, because the last round must end and be checked in time. */
static const double share_of_limit = 0.75;

struct race {
	const struct program *program;
	const struct race_job *job;
	size_t *kernels; /* indices of the job's kernels that take part */
	size_t count;
	json_t *answer; /* NULL: there is none yet */
};

static json_t *
failed_race(const char *status, const char *reason)
{
	return json_pack("{s:s, s:o, s:i, s:[]}", "status", status, "reason", json_text(reason), "runs", 0, "times");
}

/* ---- in the child ------------------------------------------------------------------------------------------------ */

/* The participants of a race on the device. */
struct field {
	struct gpu gpu;
	struct launch_job *launches;
	struct loaded_kernel *kernels;
	struct execution *executions;
	struct call *calls;
	struct turns turns;
	json_t *clocks;                 /* after the last round; NULL: there was no round */
	const struct execution *failed; /* the execution that failed; NULL: no kernel caused the failure */
};

static bool
load(struct field *field, const struct race *race, size_t i, char **error)
{
	const struct job *job = race->program->job;
	const struct kernel_job *kernel = &job->kernels[race->kernels[i]];
	field->kernels[i] = (struct loaded_kernel){
		.job = kernel,
		.compiled = &race->program->kernels[race->kernels[i]],
		.source = &job->sources[kernel->source],
	};
	/* In a race, every kernel's buffers are restored, whether or not its own launch is timed. */
	field->launches[i] = kernel->launches[0];
	field->launches[i].collects_time = true;
	field->launches[i].timing = field->launches[0].timing;
	field->executions[i] = (struct execution){
		.gpu = &field->gpu,
		.kernel = &field->kernels[i],
		.launch = &field->launches[i],
		.status = "ok",
	};
	return kernel_load(&field->gpu, &field->kernels[i], error);
}

static bool
prepare(struct field *field, const struct race *race, char **error)
{
	for (size_t i = 0; i < race->count; i++) {
		struct execution *execution = &field->executions[i];
		if (!load(field, race, i, error))
			return false;
		if (!(i == 0 ? execution_prepare(execution)
		             : execution_prepare_like(execution, &field->executions[0]))) {
			field->failed = execution;
			return false;
		}
		field->calls[i] = execution->call;
	}
	return true;
}

static bool
time_them(struct field *field, const struct race *race)
{
	struct execution *first = &field->executions[0];
	struct environment environment;
	field->failed = first;
	if (!environment_make(&environment, first))
		return false;
	char uuid[UUID_SIZE];
	struct clock_reader clocks;
	gpu_write_uuid(&field->gpu, uuid);
	clock_reader_open(&clocks, uuid);
	const CUresult result = time_alternately(&field->gpu, field->calls, race->count, &first->launch->timing,
	                                         environment_preparation(&environment), &field->turns);
	if (result != CUDA_SUCCESS)
		return execution_stop(first, "fault", result);
	field->clocks = clock_reader_read(&clocks);
	environment_free(&environment);
	return execution_check(first);
}

/* The state of the caches before a run. */
static const char *
caches_text(const struct timing *timing)
{
	return timing->flush_cache ? "flushed" : timing->restore ? "restored" : "warm";
}

static json_t *
times_json(const struct field *field, const struct race *race)
{
	json_t *times = json_array();
	const struct turns *turns = &field->turns;
	double *sorted = memory_zeroed(turns->runs, sizeof *sorted);
	for (size_t i = 0; i < race->count; i++) {
		const struct sample_ratio ratio =
			sample_ratio(turns->times[0], turns->times[i], turns->runs, turns->step_us);
		sample_sort(sorted, turns->times[i], turns->runs);
		json_array_append_new(times, json_pack("{s:s, s:f, s:f, s:f, s:f}", "kernel", field->kernels[i].job->id,
		                                       "median_us", sample_quantile(sorted, turns->runs, 0.5), "ratio",
		                                       ratio.ratio, "low", ratio.low, "high", ratio.high));
	}
	free(sorted);
	return times;
}

/* The race's time limit in seconds. */
static double
race_limit(const struct program *program)
{
	return SLOW_STEP * program->job->seconds;
}

/* Nothing is freed: the process ends after its race. */
static struct field
make_field(const struct race *race)
{
	const unsigned most = turns_room(&race->program->job->kernels[race->kernels[0]].launches[0].timing);
	struct field field = {
		.launches = memory_zeroed(race->count, sizeof *field.launches),
		.kernels = memory_zeroed(race->count, sizeof *field.kernels),
		.executions = memory_zeroed(race->count, sizeof *field.executions),
		.calls = memory_zeroed(race->count, sizeof *field.calls),
		.turns.latest = clock_seconds() + share_of_limit * race_limit(race->program),
		.turns.times = memory_zeroed(race->count, sizeof *field.turns.times),
	};
	for (size_t i = 0; i < race->count; i++)
		field.turns.times[i] = memory_zeroed(most, sizeof **field.turns.times);
	return field;
}

static json_t *
timed_race(const struct field *field, const struct race *race)
{
	const unsigned runs = field->turns.runs;
	if (runs < SAMPLE_LEAST_ROUNDS) {
		char reason[128];
		snprintf(reason, sizeof reason, "too slow to time often enough: %u of at least %d rounds in %.3g s",
		         runs, SAMPLE_LEAST_ROUNDS, race_limit(race->program));
		return failed_race("timeout", reason);
	}
	return json_pack("{s:s, s:s, s:i, s:f, s:s, s:O, s:o}", "status", "ok", "reason", "", "runs", (int)runs,
	                 "step_us", field->turns.step_us, "caches", caches_text(&field->launches[0].timing), "clocks",
	                 field->clocks, "times", times_json(field, race));
}

static void
work(void *context, FILE *messages)
{
	const struct race *race = context;
	struct field field = make_field(race);
	char *error = NULL;
	json_t *answer;
	if (!gpu_open(&field.gpu, &race->program->job->device, &error))
		answer = failed_race("not-run", error);
	else if (prepare(&field, race, &error) && time_them(&field, race))
		answer = timed_race(&field, race);
	else
		answer = error ? failed_race("launch-failed", error)
		               : failed_race(field.failed->status, field.failed->reason);
	child_send(messages, answer);
}

/* ---- in the parent ----------------------------------------------------------------------------------------------- */

static void
receive(void *context, json_t *message)
{
	struct race *race = context;
	if (!race->answer)
		race->answer = json_incref(message);
}

static bool
has_run(const struct program *program, size_t kernel)
{
	const char *status = json_string_value(json_object_get(program_launch(program, kernel, 0), "status"));
	return program->kernels[kernel].function && status && strcmp(status, "ok") == 0;
}

static bool
is_in_order(const struct program *program, size_t kernel)
{
	const struct job *job = program->job;
	const struct kernel_job *audit = job->kernels[kernel].audit;
	return has_run(program, kernel) && (!audit || has_run(program, (size_t)(audit - job->kernels)));
}

static json_t *
run_race(const struct program *program, const struct race_job *job)
{
	struct race race = {.program = program, .job = job, .kernels = memory_zeroed(job->count, sizeof *race.kernels)};
	for (size_t i = 0; i < job->count; i++)
		if (is_in_order(program, job->kernels[i]))
			race.kernels[race.count++] = job->kernels[i];
	if (race.count < 2 || race.kernels[0] != job->kernels[0]) {
		race.answer = failed_race("not-run", "its first kernel cannot run, or all others cannot");
	} else {
		const struct child_limits limits = program_child_limits(program, race_limit(program));
		const struct child_result child = child_run(work, receive, &race, &limits);
		if (!race.answer)
			race.answer = failed_race(child_status(&child), child.text);
	}
	free(race.kernels);
	return race.answer;
}

void
pass_races(struct program *program)
{
	json_t *races = json_array();
	for (size_t i = 0; i < program->job->race_count; i++) {
		json_t *answer = run_race(program, &program->job->races[i]);
		json_object_set_new(answer, "id", json_text(program->job->races[i].id));
		json_array_append_new(races, answer);
		program_show_life(program);
	}
	if (program->job->race_count)
		json_object_set(program->result, "races", races);
	json_decref(races);
}
