#include "runtime_check/verify.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "codegen/worker/worker.h"
#include "runtime_check/compare.h"
#include "runtime_check/counterfactual.h"
#include "support/allocate.h"

static void
describe(struct measurement *measurement, const struct facts *facts, const json_t *result, struct arena *arena)
{
	const json_t *device = json_object_get(result, "device"), *compiler = json_object_get(result, "compiler");
	if (json_is_object(compiler))
		measurement->compiler = arena_printf(arena, "NVRTC %s for %s", result_text(compiler, "version"),
		                                     result_text(compiler, "arch"));
	measurement->reason = arena_strdup(arena, result_text(result, "reason"));
	if (!json_is_object(device) || !result_is_ok(result))
		return;
	measurement->device = arena_strdup(arena, result_text(device, "name"));
	if (json_is_false(json_object_get(device, "counters")))
		measurement->reason = arena_strdup(arena, result_text(device, "counters_reason"));
	else if (facts->sm && strcmp(facts->sm, result_text(device, "sm")) != 0)
		measurement->reason = arena_printf(arena, "the prediction is for %s, but the GPU is an %s", facts->sm,
		                                   result_text(device, "sm"));
}

static void
take_counts(struct facts *facts, const struct plan *plan, const json_t *result)
{
	struct measurement *measurement = arena_new(&facts->arena, struct measurement);
	facts->measurement = measurement;
	describe(measurement, facts, result, &facts->arena);
	compare_result(facts, plan, result);
}

/* How the jobs of variants are run. */
struct doers {
	struct verify_options *options;         /* GPUs on which to run them; NULL: they were run elsewhere */
	const struct verify_versions *versions; /* provides the results of jobs that were run elsewhere */
};

static void
run_all(const struct counterfactuals *all, struct penalty_answer *answers, struct verify_options *options,
        struct arena *arena)
{
	json_t **jobs = memory_zeroed(all->job_count, sizeof *jobs),
	       **results = memory_zeroed(all->job_count, sizeof *results);
	const char **missing = memory_zeroed(all->job_count, sizeof *missing);
	for (size_t i = 0; i < all->job_count; i++)
		jobs[i] = all->jobs[i].document;
	devices_run_each(&options->devices, &options->runner, jobs, all->job_count, results, missing, &options->losses,
	                 arena);
	for (size_t i = 0; i < all->job_count; i++)
		answers[i] = (struct penalty_answer){results[i], missing[i]};
	free(missing);
	free(results);
	free(jobs);
}

/* Collects results from elsewhere, as the jobs are built. */
struct answers {
	const struct verify_versions *versions;
	struct penalty_answer *items;
	size_t count, capacity;
};

static void
answer(void *context, size_t job, const json_t *document)
{
	struct answers *answers = context;
	while (answers->count <= job)
		memory_push(answers->items, answers->count, answers->capacity, (struct penalty_answer){0});
	struct penalty_answer *own = &answers->items[job];
	own->result = answers->versions->result_of(answers->versions->context, document, &own->missing);
}

/* After the hardware has confirmed findings: measures what these cost. */
static void
measure_penalties(struct facts *facts, const struct plan *plan, const struct doers *doers)
{
	struct counterfactuals all;
	struct answers answers = {.versions = doers->versions};
	const struct penalty_jobs_user user = {answer, &answers};
	if (!facts->measurement->device)
		return;
	counterfactuals_build(&all, facts, plan, doers->options ? NULL : &user);
	if (doers->options) {
		answers.items = memory_zeroed(all.job_count, sizeof *answers.items);
		run_all(&all, answers.items, doers->options, &facts->arena);
	}
	counterfactuals_take(&all, facts, answers.items);
	for (size_t i = 0; i < all.job_count; i++)
		json_decref(answers.items[i].result);
	free(answers.items);
	counterfactuals_free(&all);
}

void
verify_take_result(struct facts *facts, const struct plan *plan, const json_t *result,
                   const struct verify_versions *versions)
{
	take_counts(facts, plan, result);
	measure_penalties(facts, plan, &(struct doers){.versions = versions});
}

/* NULL: there is no result, and *error says why. */
static json_t *
run(const struct plan *plan, struct verify_options *options, struct arena *arena, const char **error)
{
	if (options->devices.count || options->devices.all)
		return devices_run(&options->devices, &options->runner, plan->document, &options->losses, arena, error);
	return worker_run(&options->runner, plan->document, arena, error);
}

bool
verify_program(struct facts *facts, const struct compile_command *sources, size_t source_count,
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
		measure_penalties(facts, &plan, &(struct doers){.options = options});
	}
	const bool measured = result;
	json_decref(result);
	plan_free(&plan);
	return measured;
}
