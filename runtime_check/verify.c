#include "runtime_check/verify.h"

#include <string.h>

#include "runtime_check/compare.h"
#include "runtime_check/counterfactual.h"
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

static void
take_counts(struct facts *facts, const struct plan *plan, const json_t *result)
{
	struct measurement *measurement = arena_new(&facts->arena, struct measurement);
	facts->measurement = measurement;
	describe(measurement, facts, result, &facts->arena);
	compare_result(facts, plan, result);
}

/* Once it is known which findings the hardware confirms, what these cost: on one GPU, the first of those that were said.
 * `options` NULL: nothing is run. */
static void
measure_penalties(struct facts *facts, const struct plan *plan, const struct verify_options *options)
{
	struct counterfactuals all;
	const char *missing = "its second version is run by verify alone";
	if (!facts->measurement->device)
		return;
	counterfactuals_build(&all, facts, plan);
	if (options && options->devices.count)
		json_object_set_new(all.document, "device", json_integer(options->devices.numbers[0]));
	json_t *result = options && all.count ? worker_run(options->runner, all.document, NULL, &facts->arena, &missing) : NULL;
	counterfactuals_take(&all, facts, result, missing);
	json_decref(result);
	counterfactuals_free(&all);
}

/* The same from results that there are. */
static void
take_penalties(struct facts *facts, const struct plan *plan, const struct verify_versions *versions)
{
	struct counterfactuals all;
	const char *missing = NULL;
	if (!facts->measurement->device)
		return;
	counterfactuals_build(&all, facts, plan);
	json_t *result = all.count ? versions->result_of(versions->context, all.document, &missing) : NULL;
	counterfactuals_take(&all, facts, result, missing);
	json_decref(result);
	counterfactuals_free(&all);
}

void
verify_take_result(struct facts *facts, const struct plan *plan, const json_t *result, const struct verify_versions *versions)
{
	take_counts(facts, plan, result);
	take_penalties(facts, plan, versions);
}

/* NULL: there is none, and why. */
static json_t *
run(const struct plan *plan, struct verify_options *options, struct arena *arena, const char **error)
{
	if (options->devices.count || options->devices.all)
		return devices_run(&options->devices, options->runner, plan->document, &options->losses, arena, error);
	return worker_run(options->runner, plan->document, NULL, arena, error);
}

bool
verify_program(struct facts *facts, const struct verify_source *sources, size_t source_count,
               struct verify_options *options)
{
	struct measurement *none = arena_new(&facts->arena, struct measurement);
	struct plan plan;
	none->reason = "";
	facts->measurement = none;
	plan_build(&plan, facts, sources, source_count, options);
	json_t *result = run(&plan, options, &facts->arena, &none->reason);
	if (result) {
		take_counts(facts, &plan, result);
		measure_penalties(facts, &plan, options);
	}
	const bool measured = result;
	json_decref(result);
	plan_free(&plan);
	return measured;
}
