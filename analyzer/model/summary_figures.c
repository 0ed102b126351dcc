/* The figures of a site, from the sums of its accumulator. */
#include <math.h>

#include "model/summary.h"

/* Weights of sampled blocks are fractions, so a sum may miss an integer by rounding alone; it is then set to the
 * integer. The absolute tolerance keeps a real fraction of a large sum: figures that are compared with each other
 * must not lose it. */
static double
whole(double sum)
{
	const double nearest = round(sum);
	return fabs(sum - nearest) <= fmin(1e-9 * fabs(sum), 1e-3) ? nearest : sum;
}

/* The bounds hold for all lanes that may be active. They are scaled to the lanes that are active with sample data. */
static void
set_likely_bounds(const struct site_accumulator *accumulator, const struct site_accumulator *likely, struct figures *f)
{
	const double scale = likely->sums.requests / accumulator->sums.requests;
	f->low = fmin(accumulator->sums.low * scale, likely->sums.cost);
	f->high = fmax(accumulator->sums.high * scale, likely->sums.cost);
}

static void
set_figures(const struct site_accumulator *accumulator, struct site *site)
{
	struct figures *f = &site->predicted;
	*f = no_figures;
	f->requests = whole(accumulator->sums.requests);
	f->lanes = fmin(whole(accumulator->sums.lanes), WARP_LANES * f->requests);
	site->source.requests = f->requests;
	if (accumulator->kind == SITE_BRANCH) {
		f->divergent = accumulator->caveats.unknown_requests > 0
		                       ? NAN
		                       : fmin(whole(accumulator->branch.divergent), f->requests);
		site->source.divergent = f->divergent;
		return;
	}
	double cost = accumulator->sums.cost, ideal = accumulator->sums.ideal;
	if (site->confidence == CONFIDENCE_UNKNOWN) {
		cost = ideal = NAN;
	} else if (accumulator->caveats.unknown_requests > 0 &&
	           accumulator->sums.requests > accumulator->caveats.unknown_requests) {
		/* The few requests of unknown cost are assumed to be like the others; the bounds cover the error. */
		const double scale = accumulator->sums.requests /
		                     (accumulator->sums.requests - accumulator->caveats.unknown_requests);
		cost *= scale;
		ideal *= scale;
	}
	f->low = accumulator->sums.low;
	f->high = accumulator->sums.high;
	if (accumulator->space == SPACE_SHARED || accumulator->space == SPACE_CONSTANT) {
		f->wavefronts = whole(cost);
		f->ideal_wavefronts = whole(ideal);
	} else {
		f->sectors = whole(cost);
		f->ideal_sectors = whole(ideal);
	}
}

/* Sample data determines the lanes' addresses. The number of requests is as certain as without it, unless data
 * decides that too. */
static struct site_accumulator
as_often_as(const struct site_accumulator *accumulator, const struct site_accumulator *likely)
{
	struct site_accumulator reported = *likely;
	if (accumulator->caveats.doubtful_requests > 0 || accumulator->kind == SITE_BRANCH)
		return reported;
	const double scale = accumulator->sums.requests / likely->sums.requests;
	reported.sums.requests = accumulator->sums.requests;
	reported.sums.lanes = accumulator->sums.lanes;
	reported.sums.cost *= scale;
	reported.sums.ideal *= scale;
	return reported;
}

void
summary_figures(struct summary *t, const struct site_accumulator *accumulator, struct site *site)
{
	const struct site_accumulator *likely = likely_accumulator(t->aggregator, accumulator);
	if (!likely) {
		set_figures(accumulator, site);
		return;
	}
	summary_likely_confidence(t, accumulator, site);
	const struct site_accumulator reported = as_often_as(accumulator, likely);
	set_figures(&reported, site);
	if (accumulator->kind != SITE_BRANCH)
		set_likely_bounds(accumulator, &reported, &site->predicted);
}
