#include "model/time_cases.h"

#include <math.h>

#include "model/memory_model.h"

/* Waits: with 2.5 the same times come out best, above all the 48 of the curves elements-per-thread and occupancy, in which both are
 * about as long: 1% off in the median, nine in ten within 8%. With 1.7 as with 4 nine in ten are within 15%, as far as the model
 * is from the reference kernels anyway.
 *
 * Loads: nvcc 13.0 makes four copies of the body of a loop that goes round as often as only the launch says; one or two of large
 * bodies, and of known rounds up to eight and more.
 *
 * The time is told whatever these cases make of it: in its likely form it is what mostly comes out, and they are its span.
 *  - waits: a power of the sum, which makes no time twice another;
 *  - loads: the compiler's rule is known, and one load at a time is what it seldom does: up to four times as long, in one launch of
 *    ten of public programs that have such a loop more than twice;
 *  - L2: what lies there when a timed launch begins is known (time_lies_in_l2), a cold one is at most what memory's rates are to
 *    those of L2: seldom more than twice; a warm one is faster;
 *  - stores apart: how long L2 waits for the rest of a sector is measured, in what order warps come to it is not;
 *  - sites ideal, half of what is chained, a quarter of the rounds: faster. */
const struct time_case time_cases[] = {
	/* waits, loads, rounds, chained, calls, L2, stores apart, unknown sites */
	{2.5, 4, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{1.7, 4, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{4, 4, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{2.5, 1, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_LOADS, NULL},
	{2.5, 8, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_LOADS, NULL},
	{2.5, 4, 1, 1, 1, L2_COLD, false, SITES_LIKELY, CAVEAT_COLD, NULL},
	{2.5, 4, 1, 1, 1, L2_WARM, false, SITES_LIKELY, CAVEAT_WARM, NULL},
	{2.5, 4, 1, 1, 1, L2_BY_SIZE, true, SITES_LIKELY, CAVEAT_MERGED, NULL},
	{2.5, 4, 1, 1, 1, L2_BY_SIZE, false, SITES_IDEAL, CAVEAT_SITES, NULL},
	{2.5, 4, 1, 1, 1, L2_BY_SIZE, false, SITES_APART, CAVEAT_SITES, "the addresses of some accesses are unknown"},
	{2.5, 4, 1, 0.5, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{2.5, 4, 1, 2, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE,
         "the dependences between its operations are unknown"},
	{2.5, 4, 0.25, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_ROUNDS, NULL},
	{2.5, 4, 16, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_ROUNDS, "the trip count of a loop depends on data"},
	{2.5, 4, 1, 1, 1000, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_CALLS,
         "the time of a function that it calls is unknown"},
	{2.5, 4, 1, 1, 1, L2_BY_SIZE, false, ATOMICS_MEET, CAVEAT_ATOMICS,
         "the number of its atomics on one address is unknown"},
};
const size_t time_case_count = sizeof time_cases / sizeof *time_cases;

bool
time_may_meet(const struct site *site)
{
	return site->kind == SITE_ATOMIC && site->space == SPACE_GLOBAL && !site->atomic.spread_known;
}

bool
time_lies_in_l2(const struct rates *rates, const struct launch *launch)
{
	return fmax(launch->footprint, launch->buffer_bytes) <= rates->l2_bytes;
}

bool
time_may_lie_in_l2(const struct rates *rates, const struct launch *launch)
{
	return launch->footprint <= 2 * rates->l2_bytes;
}

static unsigned
caveats_of_site(const struct site *site, double warps)
{
	return (site->kind == SITE_LOAD && site->predicted.requests > warps ? CAVEAT_LOADS : 0) |
	       (!site->demand_known ? CAVEAT_SITES : 0) | (site->in_open_loop ? CAVEAT_ROUNDS : 0) |
	       (time_may_meet(site) ? CAVEAT_ATOMICS : 0) | (site->demand.merged_lines > 0 ? CAVEAT_MERGED : 0);
}

unsigned
time_caveats(const struct rates *rates, const struct launch *launch)
{
	const double warps = launch_warps(launch);
	unsigned caveats = time_lies_in_l2(rates, launch)      ? CAVEAT_COLD
	                   : time_may_lie_in_l2(rates, launch) ? CAVEAT_WARM
	                                                       : 0;
	caveats |= launch->work.calls > 0 ? CAVEAT_CALLS : 0;
	for (size_t i = 0; i < launch->site_count; i++)
		caveats |= caveats_of_site(&launch->sites[i], warps);
	return caveats;
}
