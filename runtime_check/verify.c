#include "runtime_check/verify.h"

#include <string.h>

#include "runtime_check/compare.h"
#include "runtime_check/result.h"
#include "runtime_check/worker.h"

static void
describe(struct measurement *measurement, const struct facts *facts, const json_t *result, struct arena *arena)
{
	const json_t *device = json_object_get(result, "device"), *compiler = json_object_get(result, "compiler");
	if (json_is_object(compiler))
		measurement->compiler = arena_printf(arena, "NVRTC %s for %s", result_text(compiler, "version"), result_text(compiler, "arch"));
	measurement->reason = arena_strdup(arena, result_text(result, "reason"));
	if (!json_is_object(device) || strcmp(result_text(result, "status"), "ok") != 0)
		return;
	measurement->device = arena_strdup(arena, result_text(device, "name"));
	if (json_is_false(json_object_get(device, "counters")))
		measurement->reason = arena_strdup(arena, result_text(device, "counters_reason"));
	else if (facts->sm && strcmp(facts->sm, result_text(device, "sm")) != 0)
		measurement->reason = arena_printf(arena, "the prediction is for %s, the GPU is an %s", facts->sm, result_text(device, "sm"));
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
	json_t *result = worker_run(options->runner, plan.document, NULL, &facts->arena, &measurement->reason);
	if (result) {
		describe(measurement, facts, result, &facts->arena);
		compare_result(facts, &plan, result);
	}
	const bool measured = result;
	json_decref(result);
	plan_free(&plan);
	return measured;
}
