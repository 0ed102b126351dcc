/* Loops that retry a compare-and-swap until it succeeds, where a single hardware atomic does the same. */

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"

/* Instructions of an iteration without the swap. In SASS for sm_90, the swaps of a loop on int in shared memory are 9
 * instructions apart. For other types this is an estimate. */
enum { ITERATION = 8 };

/* The launch with an atomic instead of the loop. */
static const struct repaired_launch *
without_loop(struct rule_context *context, const struct site *site)
{
	struct arena *arena = &context->facts->arena;
	const struct launch *now = context->launch;
	struct launch *launch = launch_copy(arena, now, 0);
	const struct site **changed = arena_array(arena, 1, sizeof *changed);
	struct repaired_launch *repaired = arena_new(arena, struct repaired_launch);
	const double tries = site->predicted.requests; /* each try needs the result of the one before */
	const bool in_shared = site->space == SPACE_SHARED;
	launch->sites[site - now->sites].ideal_demand = site->atomic.native_demand;
	changed[0] = &launch->sites[site - now->sites];
	*repaired = (struct repaired_launch){
		.launch = launch,
		.against = text(context, "with %s", site->atomic.native),
		.changed = {changed, 1},
		.saved = {.instructions = ITERATION * tries,
	                  .chained_loads = in_shared ? 0 : tries,
	                  .chained_shared = in_shared ? tries : 0},
	};
	return repaired;
}

static const char *
iterations_text(struct rule_context *context, const struct site *site)
{
	const double iterations = site->predicted.requests / site->atomic.native_requests;
	if (site->atomic.rivals > MANY_RIVALS)
		return "; many warps compete for the same words, and their retries grow with the square of their "
		       "number";
	if (!(iterations >= NOTICEABLE_PENALTY))
		return "";
	return text(context, ": %.3g iterations per warp, because one lane per word succeeds at a time", iterations);
}

static bool
are_apart(const struct site *a, const struct site *b)
{
	return a->space != b->space ||
	       (a->object.allocation && b->object.allocation && a->object.allocation != b->object.allocation);
}

/* Whether all loads of the loop are surely from other memory than the loop changes. */
static bool
loads_from_elsewhere(const struct launch *launch, const struct site *site)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *load = &launch->sites[i];
		if (load->kind != SITE_LOAD || !load->loop.place.line ||
		    !facts_same_place(&load->loop.place, &site->loop.place))
			continue;
		if (!are_apart(load, site))
			return false;
	}
	return true;
}

void
check_cas_loop(struct rule_context *context, const struct site *site)
{
	if (site->kind != SITE_ATOMIC || !site->atomic.native ||
	    (site->atomic.native_loads && !loads_from_elsewhere(context->launch, site)))
		return;
	const struct repaired_launch *repaired = without_loop(context, site);
	const struct site_set only = {&site, 1};
	/* The time of words with many competing warps is unknown, but the loop makes most of it. */
	const bool has_rivals = site->atomic.rivals > MANY_RIVALS;
	const bool is_noticed = has_rivals || repair_slowdown(context, repaired, only).estimate >= NOTICEABLE_PENALTY;
	const struct draft draft = {
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = is_noticed ? VERDICT_BAD : VERDICT_NOTE,
		.is_rough = true,
		.bad_shape = has_rivals,
		.confidence = site->confidence,
		.pricing = UNPRICED,
		.message = text(context, "compare-and-swap loop for an %s", access_text(context, site)),
		.figures = text(context, "%s does the same", site->atomic.native),
		.reason = text(context, "the loop loads, computes, and retries when another thread was faster%s",
	                       iterations_text(context, site)),
		.cost = "",
		.advice = text(context, "replace the loop by %s: one instruction, executed in %s%s",
	                       site->atomic.native, site->space == SPACE_SHARED ? "shared memory" : "the L2 cache",
	                       site->atomic.rivals > MANY_RIVALS
	                               ? "; combine in the warp and in the block first, so that fewer threads compete"
	                               : ""),
		.subject = text(context, "%s retries %s %u %u", context->kernel->link_name, site->place.file,
	                        site->place.line, site->place.column),
		.repaired = is_noticed && !has_rivals ? repaired : NULL,
	};
	draft_add(context, &draft);
}
