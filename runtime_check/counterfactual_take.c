#include "runtime_check/counterfactual.h"

#include <math.h>
#include <string.h>

#include "codegen/worker/result.h"
#include "model/gpu.h"
#include "runtime_check/fairness.h"

/* The largest tolerable share of a variant's extra computation in its time. The penalty's interval is widened by this
 * share. */
static const double bearable_price = 0.10;

struct answered_job {
	const json_t *document, *result; /* the finding's job and its result */
	struct arena *arena;
};

static const json_t *
answer(const struct answered_job *job, const char *list, size_t index)
{
	return result_answer(json_object_get(job->document, list), json_object_get(job->result, list), index);
}

/* The kernel's times in the race; NULL: it did not take part. */
static const json_t *
times_of(const struct answered_job *job, const json_t *race, size_t kernel)
{
	const char *id = result_text(json_array_get(json_object_get(job->document, "kernels"), kernel), "id");
	json_t *times;
	size_t i;
	json_array_foreach (json_object_get(race, "times"), i, times)
		if (strcmp(result_text(times, "kernel"), id) == 0)
			return times;
	return NULL;
}

static struct penalty
ratio_of(const json_t *times)
{
	return (struct penalty){result_number(times, "ratio"), result_number(times, "low"),
	                        result_number(times, "high")};
}

/* For a variant with extra computation. Doing it twice instead of once shows its time. Without it the ratio would be
 * larger by that share. It may overlap with other work, so the lower bound of the interval stays. */
static const char *
price_objection(const struct answered_job *job, const json_t *race, const struct version *version,
                struct penalty *penalty)
{
	const json_t *once = times_of(job, race, version->kernel), *twice = times_of(job, race, version->twice);
	const double price = result_number(twice, "median_us") / result_number(once, "median_us") - 1;
	if (!isfinite(price))
		return "the variant's extra computation could not be measured";
	if (price > bearable_price)
		return arena_printf(
			job->arena,
			"it is at least %.2fx slower, but the variant's extra computation takes time of its own",
			penalty->estimate);
	penalty->estimate *= 1 + fmax(price, 0);
	penalty->high *= 1 + fmax(price, 0);
	return NULL;
}

/* Why the two were not both run, which is no objection to the variant itself. */
static const char *
why_not_run(const struct answered_job *job, const struct version *version)
{
	const json_t *original = answer(job, "kernels", ORIGINAL), *second = answer(job, "kernels", version->kernel);
	if (!result_is_ok(job->result))
		return arena_printf(job->arena, "no GPU was left for it: %s", result_text(job->result, "reason"));
	const char *why = fairness_failure(original, job->arena);
	if (why)
		return arena_printf(job->arena, "the kernel could not be run beside its variant: %s", why);
	why = fairness_failure(second, job->arena);
	if (why)
		return arena_printf(job->arena, "the variant could not be run: %s", why);
	why = fairness_uncounted(original, job->arena);
	why = why ? why : fairness_uncounted(second, job->arena);
	return why ? arena_printf(job->arena, "the work of the variant could not be counted: %s", why) : NULL;
}

/* An assumption about addresses is valid if its audit ran to its end. */
static const char *
fairness_of(const struct answered_job *job, const struct counterfactual *own, const struct version *version)
{
	const struct pairing pairing = {answer(job, "kernels", ORIGINAL), answer(job, "kernels", version->kernel),
	                                version->twice == NO_KERNEL ? NULL : answer(job, "kernels", version->twice)};
	if (version->audit != NO_KERNEL && fairness_failure(answer(job, "kernels", version->audit), job->arena))
		return "the words of the access are not where the variant expected them";
	const char *objection = fairness_objection(own, &pairing, job->arena);
	return objection ? arena_printf(job->arena, "the variant differs in more than the finding: %s", objection)
	                 : NULL;
}

/* Why the variant gives no penalty; NULL: *penalty is its result. */
static const char *
take_version(const struct answered_job *job, const struct counterfactual *own, const struct version *version,
             struct penalty *penalty)
{
	const json_t *race = answer(job, "races", own->race);
	const char *objection = why_not_run(job, version);
	objection = objection ? objection : fairness_of(job, own, version);
	if (objection)
		return objection;
	if (!result_is_ok(race))
		return arena_printf(job->arena, "the variants could not be timed: %s", result_reason(race, job->arena));
	*penalty = ratio_of(times_of(job, race, version->kernel));
	if (!(penalty->low <= penalty->estimate && penalty->estimate <= penalty->high && penalty->low > 0))
		return "the variants were not timed";
	return version->twice != NO_KERNEL ? price_objection(job, race, version, penalty) : NULL;
}

/* Takes the first fair variant. If none is fair, the objection to the last one, the most careful variant, is
 * reported. */
static void
take(const struct answered_job *job, const struct counterfactual *own)
{
	for (size_t i = 0; i < own->count; i++) {
		struct penalty penalty;
		own->finding->unmeasured_penalty = take_version(job, own, &own->versions[i], &penalty);
		if (own->finding->unmeasured_penalty)
			continue;
		own->finding->measured_penalty = penalty;
		own->finding->measured_against = own->form;
		return;
	}
}

static bool
is_given(const struct penalty *penalty)
{
	return isfinite(penalty->estimate) && penalty->estimate > 0;
}

static bool
overlap(const struct penalty *a, const struct penalty *b)
{
	return a->low <= b->high && b->low <= a->high;
}

/* Why the measured time cannot contradict the predicted one; NULL: it can. */
static const char *
why_not_compared(const struct finding *finding, const struct facts *facts, const char *device, struct arena *arena)
{
	const char *generated = finding->launch->measured.index_data.generated;
	if (generated)
		return arena_printf(
			arena,
			"its time is for a launch with random data in %s, and is not compared with the prediction",
			generated);
	const char *predicted = facts_timed_gpu(facts);
	if (is_given(&finding->predicted_penalty) && (!predicted || !gpu_is_same(predicted, device)))
		return arena_printf(arena, "its time is for %s and the prediction is for %s: they are not compared",
		                    device, predicted ? predicted : "no GPU");
	return NULL;
}

static void
leave_to_counts(struct finding *finding, const char *why, struct arena *arena)
{
	const bool has_reason = finding->status_reason && *finding->status_reason;
	finding->status_reason = has_reason ? arena_printf(arena, "%s; %s", finding->status_reason, why) : why;
}

/* The counts agree with the prediction, or the finding is not about a count. This compares the penalty on the
 * device. */
static void
judge(struct finding *finding, const struct facts *facts, const char *device, struct arena *arena)
{
	const struct penalty *predicted = &finding->predicted_penalty, *measured = &finding->measured_penalty;
	if (!is_given(measured))
		return;
	const char *why = why_not_compared(finding, facts, device, arena);
	if (why) {
		leave_to_counts(finding, why, arena);
		return;
	}
	if (!is_given(predicted))
		return;
	finding->judged_in_time = true;
	if (overlap(predicted, measured)) {
		finding->status_reason = finding->status == FINDING_NOT_MEASURED ? "" : finding->status_reason;
		finding->status = finding->status == FINDING_NOT_MEASURED ? FINDING_CONFIRMED : finding->status;
		return;
	}
	finding->status = FINDING_REFUTED;
	finding->status_reason =
		arena_printf(arena, "%.2fx slower than %s (%.2fx to %.2fx), predicted %.2fx (%.2fx to %.2fx)",
	                     measured->estimate, finding->measured_against, measured->low, measured->high,
	                     predicted->estimate, predicted->low, predicted->high);
}

void
counterfactuals_take(struct counterfactuals *all, struct facts *facts, const struct penalty_answer *answers)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct counterfactual *own = &all->items[i];
		const struct penalty_answer *given = &answers[own->job];
		const struct answered_job job = {all->jobs[own->job].document, given->result, &facts->arena};
		if (given->result)
			take(&job, own);
		else
			own->finding->unmeasured_penalty = given->missing;
		judge(own->finding, facts, result_text(json_object_get(given->result, "device"), "name"),
		      &facts->arena);
	}
}
