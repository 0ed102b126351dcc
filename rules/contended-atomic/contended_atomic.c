/* Atomics that meet: lanes of a warp on one word, or all threads of the grid on few. */
#include <math.h>

#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* From this on lanes meet more than they are apart. */
static const double meeting = 1.5;

static double
lanes_of(const struct site *site)
{
	return site->predicted.lanes / site->predicted.requests;
}

/* Whether most lanes of a warp are surely on words that other lanes of it are on as well. */
static bool
meets_in_warp(const struct site *site)
{
	const bool is_known = site->spread_known || site->space == SPACE_SHARED;
	return is_known && site->same_address_lanes > 1 && 2 * site->same_address_lanes >= lanes_of(site);
}

static bool
is_contended(const struct site *site)
{
	if (site->kind != SITE_ATOMIC)
		return false;
	if (site->space == SPACE_SHARED)
		return site->same_address_lanes > 1 && site->predicted.wavefronts > meeting * site->predicted.ideal_wavefronts;
	return site->space == SPACE_GLOBAL && site->demand.passes > meeting * site->ideal_demand.combined_passes;
}

/* Where the addresses depend on data, the atomics may all go to one word, or be spread evenly over the object: the penalty's
 * low end. */
static enum verdict
judge(const struct rule_context *context, const struct site *site)
{
	const struct site_set only = {&site, 1};
	const struct penalty penalty = access_slowdown(context, only);
	if (isnan(penalty.estimate) || penalty.estimate < NOTICEABLE_PENALTY)
		return VERDICT_FINE;
	const bool is_known = site->spread_known || meets_in_warp(site) || site->space == SPACE_SHARED;
	return is_known || penalty.low >= NOTICEABLE_PENALTY ? VERDICT_BAD : VERDICT_NOTE;
}

static const char *
figures_of(struct rule_context *context, const struct site *site)
{
	if (meets_in_warp(site))
		return text(context, "%u of %s active lanes of a warp on one word", site->same_address_lanes, digits_of(lanes_of(site), 3).text);
	const double bytes = 256 * site->demand.pieces;
	return text(context, "%s operations on about %s bytes", digits_of(site->predicted.lanes, 3).text, digits_of(bytes, 2).text);
}

static const char *
advice(const struct site *site)
{
	if (site->space == SPACE_SHARED)
		return "combine in the warp first (__reduce_add_sync, __shfl_down_sync), and let one lane add; or give each warp a copy "
		       "of its own, and add these up at the end";
	if (meets_in_warp(site))
		return "combine in the warp first (__reduce_add_sync, __shfl_down_sync), then in the block in shared memory, and let one "
		       "thread of a block add the sum";
	return "let each block collect in a copy in shared memory (atomicAdd there), and add that to global memory once at its end";
}

void
check_contended_atomic(struct rule_context *context, const struct site *site)
{
	if (!is_contended(site))
		return;
	draft_add(context, &(struct draft){
		.place = &site->place,
		.site = site,
		.claim = CLAIM_WORK,
		.verdict = judge(context, site),
		.standing = site->standing,
		.message = text(context, "contended %s", access_text(context, site)),
		.figures = figures_of(context, site),
		.reason = site->reason,
		.cost = "",
		.ideal = site->space == SPACE_SHARED ? "with one lane's atomic" : "with what is added combined first",
		.advice = advice(site),
	});
}
