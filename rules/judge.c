#include "rules/judge.h"

#include <math.h>
#include <string.h>

#include "model/memory_model.h"

/* A smaller share of the launch's wasted traffic gets at most a note. */
static const double negligible_share = 0.01;
/* Shorter times are negligible against the 2 microseconds of a launch. */
static const double tiny_ns = 200;

const struct penalty no_penalty = {NAN, NAN, NAN};

static double
main_cost(const struct site *site)
{
	return site->space == SPACE_SHARED ? site->predicted.wavefronts : site->predicted.sectors;
}

static double
main_ideal(const struct site *site)
{
	return site->space == SPACE_SHARED ? site->predicted.ideal_wavefronts : site->predicted.ideal_sectors;
}

double
site_excess(const struct site *site)
{
	const double ideal = main_ideal(site);
	return ideal > 0 ? main_cost(site) / ideal : NAN;
}

bool
launch_is_tiny(const struct rule_context *context)
{
	/* A wavefront counts as a sector, which overestimates its time. If a figure is unknown the sum is NAN, and
	 * nothing is tiny. */
	return context->kernel_cost < tiny_ns * context->facts->dram_gbs / 32;
}

/* The excess that the lanes' own addresses cause. The rest is due to inactive lanes in between, and belongs to the
 * branch that made them inactive. */
static double
own_excess(const struct site *site)
{
	const double excess = site_excess(site);
	return site->inactive_lanes.excess > 1 ? excess / site->inactive_lanes.excess : excess;
}

bool
is_due_to_gaps(const struct site *site)
{
	return site->inactive_lanes.excess > EXCESS_LIMIT && own_excess(site) <= EXCESS_LIMIT;
}

static enum verdict
judge_certainty(const struct site *site)
{
	const double excess = own_excess(site);

	/* Accesses that only the machine code has cannot be fixed in the source. */
	if (isnan(excess) || site->code.is_only_here)
		return VERDICT_FINE;
	switch (site->confidence) {
	case CONFIDENCE_EXACT:
	case CONFIDENCE_ASSUMED: return excess > EXCESS_LIMIT ? VERDICT_BAD : VERDICT_FINE;
	case CONFIDENCE_BOUNDED:
		if (site->predicted.low / main_ideal(site) > EXCESS_LIMIT)
			return VERDICT_BAD;
		return excess >= ALARMING_EXCESS ? VERDICT_NOTE : VERDICT_FINE;
	case CONFIDENCE_UNKNOWN: break;
	}
	return VERDICT_FINE;
}

enum verdict
judge_access(const struct rule_context *context, const struct site *site)
{
	const enum verdict verdict = judge_certainty(site);
	return verdict == VERDICT_BAD && launch_is_tiny(context) ? VERDICT_NOTE : verdict;
}

/* Whether all of the access was counted: it is outside the abandoned loop, after its end. */
static bool
is_counted(const struct launch *launch, const struct site *site)
{
	const struct place *cut = &launch->caveats.cut_loop;
	return !site->loop.is_open &&
	       (!cut->line || (!strcmp(cut->file, site->place.file) && site->place.line > cut->end_line));
}

/* For an access directly in the abandoned loop: the traffic that was counted in that loop. With more iterations all of
 * it grows by the same factor, or by more. */
static double
seen_in_cut_loop(const struct launch *launch, const struct site *site)
{
	const struct place *cut = &launch->caveats.cut_loop;
	const bool shared = site->space == SPACE_SHARED;
	double seen = 0;
	if (site->loop.is_open || !facts_same_place(&site->loop.place, cut))
		return NAN;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		const bool is_within = !strcmp(other->place.file, cut->file) && other->place.line >= cut->line &&
		                       other->place.line <= cut->end_line;
		if (is_within && other->kind <= SITE_ATOMIC && (other->space == SPACE_SHARED) == shared &&
		    !isnan(main_cost(other)))
			seen += main_cost(other);
	}
	return seen;
}

/* The known traffic of this kind, with which the access's own is compared. */
static double
seen_total_of(const struct rule_context *context, const struct site *site)
{
	if (!is_counted(context->launch, site))
		return seen_in_cut_loop(context->launch, site);
	return site->space == SPACE_SHARED ? context->totals.seen_wavefronts : context->totals.seen_sectors;
}

struct traffic
traffic_of(const struct rule_context *context, const struct site *site)
{
	const bool shared = site->space == SPACE_SHARED;
	return (struct traffic){
		.cost = main_cost(site),
		.ideal = main_ideal(site),
		.wasted = main_cost(site) * (1 - 1 / own_excess(site)),
		.total = shared ? context->totals.wavefronts : context->totals.sectors,
		.total_ideal = shared ? context->totals.ideal_wavefronts : context->totals.ideal_sectors,
		.seen_total = seen_total_of(context, site),
	};
}

bool
traffic_is_negligible(const struct traffic *traffic)
{
	return traffic->wasted / (isnan(traffic->total) ? traffic->seen_total : traffic->total) < negligible_share;
}

bool
traffic_is_tiny(const struct rule_context *context, const struct traffic *traffic)
{
	return traffic->wasted < tiny_ns * context->facts->dram_gbs / SECTOR_BYTES;
}

/* Penalties are measured in copies, where one other access with ideal traffic exists. This is the weight among all
 * other accesses of the launch, which are assumed to be ideal as well. So many small problems are not smaller because
 * the others exist. 1: the same weight as in a copy. */
static double
weight_in_launch(const struct traffic *traffic)
{
	const double others = traffic->total_ideal - traffic->ideal;
	const double weight = (traffic->cost + traffic->ideal) / (traffic->cost + others);
	return isnan(traffic->total) || isnan(weight) ? 1 : fmin(weight, 1);
}

/* Amdahl's law. */
static double
weigh(double penalty, double weight)
{
	return 1 / (1 - weight + weight / penalty);
}

struct penalty
penalty_in_launch(struct penalty penalty, const struct traffic *traffic)
{
	const double weight = weight_in_launch(traffic);
	return (struct penalty){weigh(penalty.estimate, weight), weigh(penalty.low, weight),
	                        weigh(penalty.high, weight)};
}

bool
launch_is_guessed(const struct launch *launch)
{
	return launch->origin == LAUNCH_ASSUMED || launch->caveats.assumption_count;
}
