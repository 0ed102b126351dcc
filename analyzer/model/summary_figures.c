/* A site's figures, from the sums of its tally. */
#include <math.h>

#include "model/summary.h"

/* Weights of sampled blocks are fractions; where their sum misses a whole number by rounding alone, it is that number. Of a
 * large sum a quarter is as small a part, but no rounding: sums that are told by each other must not lose it one by one. */
static double
whole(double sum)
{
	const double nearest = round(sum);
	return fabs(sum - nearest) <= fmin(1e-9 * fabs(sum), 1e-3) ? nearest : sum;
}

/* The bounds hold for lanes that may come; they are made to hold for those that do. */
static void
set_likely_bounds(const struct tally *tally, const struct tally *likely, struct figures *f)
{
	const double scale = likely->requests / tally->requests;
	f->low = fmin(tally->low * scale, likely->cost);
	f->high = fmax(tally->high * scale, likely->cost);
}

static void
set_figures(const struct tally *tally, struct site *site)
{
	struct figures *f = &site->predicted;
	*f = no_figures;
	f->requests = whole(tally->requests);
	f->lanes = fmin(whole(tally->lanes), WARP_LANES * f->requests);
	site->written.requests = f->requests;
	if (tally->kind == SITE_BRANCH) {
		f->divergent = tally->unknown_requests > 0 ? NAN : fmin(whole(tally->divergent), f->requests);
		site->written.divergent = f->divergent;
		return;
	}
	double cost = tally->cost, ideal = tally->ideal;
	if (site->confidence == CONFIDENCE_UNKNOWN) {
		cost = ideal = NAN;
	} else if (tally->unknown_requests > 0 && tally->requests > tally->unknown_requests) {
		/* The few requests without a cost are taken to be like the others; the bounds say how far off that may be. */
		const double scale = tally->requests / (tally->requests - tally->unknown_requests);
		cost *= scale;
		ideal *= scale;
	}
	f->low = tally->low;
	f->high = tally->high;
	if (tally->space == SPACE_SHARED || tally->space == SPACE_CONSTANT) {
		f->wavefronts = whole(cost);
		f->ideal_wavefronts = whole(ideal);
	} else {
		f->sectors = whole(cost);
		f->ideal_sectors = whole(ideal);
	}
}

/* An example says where lanes go. How many there are is as certain as it was, unless data decides that as well. */
static struct tally
as_often_as(const struct tally *tally, const struct tally *likely)
{
	struct tally told = *likely;
	if (tally->doubtful_requests > 0 || tally->kind == SITE_BRANCH)
		return told;
	const double scale = tally->requests / likely->requests;
	told.requests = tally->requests;
	told.lanes = tally->lanes;
	told.cost *= scale;
	told.ideal *= scale;
	return told;
}

void
summary_figures(struct summary *t, const struct tally *tally, struct site *site)
{
	const struct tally *likely = likely_tally(t->aggregator, tally);
	if (!likely) {
		set_figures(tally, site);
		return;
	}
	summary_likely_confidence(t, tally, site);
	const struct tally told = as_often_as(tally, likely);
	set_figures(&told, site);
	if (tally->kind != SITE_BRANCH)
		set_likely_bounds(tally, &told, &site->predicted);
}
