#include "runtime_check/verify.h"

#include <stdlib.h>
#include <string.h>

#include "runtime_check/compare.h"
#include "runtime_check/runner.h"

static const char *
text_of(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));
	return text ? text : "";
}

/* Each step of the worker has `seconds`; starting it, and a queue in front of it, take what they take. */
static double
whole_limit(const struct plan *plan, double seconds)
{
	const double start = 600;
	return start + seconds * (double)(plan->bundle_count + 2 * plan->launch_count + 2);
}

static json_t *
run_worker(const struct plan *plan, const struct verify_options *options, struct arena *arena, const char **reason)
{
	char *job = json_dumps(plan->document, JSON_COMPACT | JSON_REAL_PRECISION(17));
	size_t length = 0;
	char *error = NULL;
	char *text = job ? runner_run(options->runner, job, strlen(job), whole_limit(plan, options->seconds), &length, &error) :
	                   NULL;
	free(job);
	json_error_t parse;
	json_t *result = text ? json_loadb(text, length, 0, &parse) : NULL;
	if (!result)
		*reason = arena_strdup(arena, error ? error : text ? arena_printf(arena, "the worker's result is no JSON: %s", parse.text) :
		                                             "the job could not be written");
	free(text);
	free(error);
	return result;
}

static void
describe(struct measurement *measurement, const struct facts *facts, const json_t *result, struct arena *arena)
{
	const json_t *device = json_object_get(result, "device"), *compiler = json_object_get(result, "compiler");
	if (json_is_object(compiler))
		measurement->compiler = arena_printf(arena, "NVRTC %s for %s", text_of(compiler, "version"), text_of(compiler, "arch"));
	measurement->reason = arena_strdup(arena, text_of(result, "reason"));
	if (!json_is_object(device) || strcmp(text_of(result, "status"), "ok") != 0)
		return;
	measurement->device = arena_strdup(arena, text_of(device, "name"));
	if (json_is_false(json_object_get(device, "counters")))
		measurement->reason = arena_strdup(arena, text_of(device, "counters_reason"));
	else if (facts->sm && strcmp(facts->sm, text_of(device, "sm")) != 0)
		measurement->reason = arena_printf(arena, "the prediction is for %s, the GPU is an %s", facts->sm, text_of(device, "sm"));
}

bool
verify_program(struct facts *facts, const struct verify_source *sources, size_t source_count,
               const struct verify_options *options)
{
	struct measurement *measurement = arena_new(&facts->arena, struct measurement);
	struct plan plan;
	measurement->reason = "";
	facts->measurement = measurement;
	plan_build(&plan, facts, sources, source_count, options);
	json_t *result = run_worker(&plan, options, &facts->arena, &measurement->reason);
	bool usable = false;
	if (result && strcmp(text_of(result, "status"), "bad-job") == 0) {
		measurement->reason =
			arena_printf(&facts->arena, "the worker does not understand the job: %s", text_of(result, "reason"));
	} else if (result) {
		describe(measurement, facts, result, &facts->arena);
		compare_result(facts, &plan, result);
		usable = true;
	}
	json_decref(result);
	plan_free(&plan);
	return usable;
}
