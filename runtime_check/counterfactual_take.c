#include "runtime_check/counterfactual.h"

#include <math.h>
#include <string.h>

#include "runtime_check/fairness.h"
#include "runtime_check/result.h"

/* What the arithmetic of a computed address may take of the version's time. */
static const double bearable_price = 0.05;
/* Second versions are within this share of forms that were made ideal by hand, nine in ten (docs/predictions.md). */
static const double accuracy = 0.10;

struct taking {
	const struct counterfactuals *all;
	const json_t *result;
	struct arena *arena;
};

static const json_t *
answer(const struct taking *taking, const char *list, size_t index)
{
	return result_answer(json_object_get(taking->all->document, list), json_object_get(taking->result, list), index);
}

/* The kernel's times in the race; NULL: it did not take part. */
static const json_t *
times_of(const struct taking *taking, const json_t *race, size_t kernel)
{
	const char *id = result_text(json_array_get(json_object_get(taking->all->document, "kernels"), kernel), "id");
	json_t *times;
	size_t i;
	json_array_foreach(json_object_get(race, "times"), i, times)
		if (strcmp(result_text(times, "kernel"), id) == 0)
			return times;
	return NULL;
}

static struct penalty
ratio_of(const json_t *times)
{
	return (struct penalty){result_number(times, "ratio"), result_number(times, "low"), result_number(times, "high")};
}

/* A guess is right if its audit ran to its end. */
static const char *
audit_objection(const struct taking *taking, const struct version *version)
{
	const char *failure = fairness_failure(answer(taking, "kernels", version->audit), taking->arena);
	return failure ? "the access's words are not where a second version guessed them" : NULL;
}

/* Of a version whose addresses are computed: doing so once takes about what doing it again takes. Without that the ratio would
 * be larger by as much; how much of it hides behind other work is not known, so that the interval begins where it did. */
static const char *
price_objection(const struct taking *taking, const json_t *race, const struct version *version, struct penalty *penalty)
{
	const json_t *once = times_of(taking, race, version->kernel), *twice = times_of(taking, race, version->twice);
	const double price = result_number(twice, "median_us") / result_number(once, "median_us") - 1;
	if (!isfinite(price))
		return "what computing its addresses takes could not be measured";
	if (price > bearable_price)
		return arena_printf(taking->arena, "it is at least %.2f times as slow, but computing the addresses of the second version "
		                    "takes time of its own", penalty->estimate);
	penalty->estimate *= 1 + fmax(price, 0);
	penalty->high *= 1 + fmax(price, 0);
	return NULL;
}

/* Why the version tells nothing; NULL: *penalty is what it tells. */
static const char *
take_version(const struct taking *taking, const struct counterfactual *own, const struct version *version,
             struct penalty *penalty)
{
	const json_t *race = answer(taking, "races", own->race);
	const char *objection = version->audit != NO_KERNEL ? audit_objection(taking, version) : NULL;
	if (objection)
		return objection;
	objection = fairness_objection(own, answer(taking, "kernels", own->own), answer(taking, "kernels", version->kernel),
	                               taking->arena);
	if (objection)
		return arena_printf(taking->arena, "the second version differs in more than the access: %s", objection);
	if (strcmp(result_text(race, "status"), "ok") != 0)
		return arena_printf(taking->arena, "the versions could not be timed: %s: %s", result_text(race, "status"),
		                    result_text(race, "reason"));
	*penalty = ratio_of(times_of(taking, race, version->kernel));
	if (!(penalty->low <= penalty->estimate && penalty->estimate <= penalty->high && penalty->low > 0))
		return "the versions were not timed";
	return version->twice != NO_KERNEL ? price_objection(taking, race, version, penalty) : NULL;
}

/* By the first version that is fair; the last one's objection is that of the most careful. */
static void
take(const struct taking *taking, const struct counterfactual *own)
{
	for (size_t i = 0; i < own->count; i++) {
		struct penalty penalty;
		own->finding->unmeasured_penalty = take_version(taking, own, &own->versions[i], &penalty);
		if (own->finding->unmeasured_penalty)
			continue;
		own->finding->measured_penalty = penalty;
		return;
	}
}

static bool
overlap(const struct penalty *predicted, const struct penalty *measured)
{
	return predicted->low <= measured->high * (1 + accuracy) && measured->low <= predicted->high * (1 + accuracy);
}

/* Its requests are as predicted; now for their price. */
static void
judge(struct finding *finding, struct arena *arena)
{
	const struct penalty *predicted = &finding->predicted_penalty, *measured = &finding->measured_penalty;
	if (!isfinite(predicted->estimate) || !isfinite(measured->estimate) || measured->estimate <= 0 || overlap(predicted, measured))
		return;
	finding->status = FINDING_REFUTED;
	finding->status_reason = arena_printf(arena, "%.2f times as slow as with this access in its ideal form (%.2f to %.2f), "
	                                      "predicted %.2f (%.2f to %.2f)", measured->estimate, measured->low, measured->high,
	                                      predicted->estimate, predicted->low, predicted->high);
}

void
counterfactuals_take(struct counterfactuals *all, struct facts *facts, const json_t *result, const char *missing)
{
	const struct taking taking = {all, result, &facts->arena};
	for (size_t i = 0; i < all->count; i++) {
		if (result)
			take(&taking, &all->items[i]);
		else
			all->items[i].finding->unmeasured_penalty = missing;
		judge(all->items[i].finding, &facts->arena);
	}
}
