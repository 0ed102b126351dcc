#include "rules/judge.h"

#include <math.h>
#include <string.h>

#include "model/memory_model.h"

/* What wastes less than this of its launch's traffic gets no more than a note. */
static const double negligible_share = 0.01;
/* What takes less is nothing beside the 2 microseconds that launching costs. */
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
	/* A wavefront is taken for a sector's worth of time, which exaggerates it. Where a figure is not known the sum is NAN,
	 * and nothing is called tiny. */
	return context->kernel_cost < tiny_ns * context->facts->dram_gbs / 32;
}

/* The excess that the lanes' own addresses cause. Where lanes are off between others, the branch that turned them off
 * answers for the rest. */
static double
own_excess(const struct site *site)
{
	const double excess = site_excess(site);
	return site->inactive_lane_excess > 1 ? excess / site->inactive_lane_excess : excess;
}

bool
is_due_to_gaps(const struct site *site)
{
	return site->inactive_lane_excess > EXCESS_LIMIT && own_excess(site) <= EXCESS_LIMIT;
}

static enum verdict
judge_certainty(const struct site *site)
{
	const double excess = own_excess(site);

	/* Of what the source does not have there is nothing to repair in it. */
	if (isnan(excess) || site->is_of_code)
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

/* Whether all that the access does was counted: it stands after the loop that was left early. */
static bool
is_counted(const struct launch *launch, const struct site *site)
{
	const struct place *cut = &launch->cut_loop;
	return !site->in_open_loop &&
	       (!cut->line || (!strcmp(cut->file, site->place.file) && site->place.line > cut->end_line));
}

/* Of an access that stands in no loop within the one that was left early: what was seen in that. With more of its iterations all of it
 * becomes as many times more, or still more. */
static double
seen_in_cut_loop(const struct launch *launch, const struct site *site)
{
	const struct place *cut = &launch->cut_loop;
	const bool shared = site->space == SPACE_SHARED;
	double seen = 0;
	if (site->in_open_loop || !facts_same_place(&site->loop, cut))
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

/* What is known of the traffic of its kind, to set the access's own against. */
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

/* Penalties are those of copies: beside the access there is another of its ideal traffic. Here it stands beside all others
 * of the launch, which are taken to be ideal as well: many things to repair, each of which is a small part of what is
 * wasted, are none the smaller for that. 1: it weighs as much as in a copy. */
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
	return launch->origin == LAUNCH_ASSUMED || launch->assumption_count;
}
