#include "model/time_cases.h"

#include <math.h>

#include "model/memory_model.h"

/* The exponent of work and waiting. With 2.5 the same times are predicted best, above all the 48 of the curves
 * elements-per-thread and occupancy, in which work and waiting are about equal: 1% off in the median, nine in ten within
 * 8%. With 1.7 as with 4 nine in ten are within 15%, which is the model's error on the reference kernels anyway. */
#define LEAST_WAITS 1.7
#define WAITS 2.5
#define MOST_WAITS 4

/* nvcc 13.0 unrolls a loop by four if only the launch determines its trip count. It unrolls large bodies by one or two,
 * and loops of known trip count by eight and more. */
#define FEWEST_LOADS 1
#define LOADS TIME_LOADS_TOGETHER
#define MOST_LOADS 8

/* Factors on what is counted: no source decides how much is unknown. */
#define FEWER_CHAINED 0.5
#define MORE_CHAINED 2
#define FEWER_TRIPS 0.25
#define MORE_TRIPS 16
#define MORE_OF_CALL 1000

/* The time is reported whatever these cases yield. The likely case is the most frequent result; the others give its
 * span.
 * - waits: an exponent of the power sum, which doubles no time;
 * - loads: the compiler's rule is known, and one load at a time is rare: up to four times as long, and more than
 *   twice in one of ten launches of public programs with such a loop;
 * - L2: what L2 holds when a timed launch begins is known (time_lies_in_l2). A cold L2 costs at most the ratio of
 *   memory's rates to those of L2, seldom more than a factor of two; a warm one is faster;
 * - stores apart: how long L2 waits for the rest of a sector is measured, the order of the warps' stores is not;
 * - sites ideal, half of the dependence chain, a quarter of the iterations: faster. */
const struct time_case time_cases[] = {
	/* waits, loads, iterations, chained, calls, L2, stores apart, unknown sites */
	{WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{LEAST_WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{MOST_WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{WAITS, FEWEST_LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_LOADS, NULL},
	{WAITS, MOST_LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_LOADS, NULL},
	{WAITS, LOADS, 1, 1, 1, L2_COLD, false, SITES_LIKELY, CAVEAT_COLD, NULL},
	{WAITS, LOADS, 1, 1, 1, L2_WARM, false, SITES_LIKELY, CAVEAT_WARM, NULL},
	{WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, true, SITES_LIKELY, CAVEAT_MERGED, NULL},
	{WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_IDEAL, CAVEAT_SITES, NULL},
	{WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, false, SITES_APART, CAVEAT_SITES,
         "the addresses of some accesses are unknown"},
	{WAITS, LOADS, 1, FEWER_CHAINED, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE, NULL},
	{WAITS, LOADS, 1, MORE_CHAINED, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_NONE,
         "the dependences between its operations are unknown"},
	{WAITS, LOADS, FEWER_TRIPS, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_ITERATIONS, NULL},
	{WAITS, LOADS, MORE_TRIPS, 1, 1, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_ITERATIONS,
         "the trip count of a loop depends on data"},
	{WAITS, LOADS, 1, 1, MORE_OF_CALL, L2_BY_SIZE, false, SITES_LIKELY, CAVEAT_CALLS,
         "the time of a function that it calls is unknown"},
	{WAITS, LOADS, 1, 1, 1, L2_BY_SIZE, false, ATOMICS_MEET, CAVEAT_ATOMICS,
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
	return fmax(launch->execution.footprint, launch->execution.buffer_bytes) <= rates->l2_bytes;
}

bool
time_may_lie_in_l2(const struct rates *rates, const struct launch *launch)
{
	return launch->execution.footprint <= 2 * rates->l2_bytes;
}

static unsigned
caveats_of_site(const struct site *site, double warps)
{
	return (site->kind == SITE_LOAD && site->predicted.requests > warps ? CAVEAT_LOADS : 0) |
	       (!site->basis.demand_is_known ? CAVEAT_SITES : 0) | (site->loop.is_open ? CAVEAT_ITERATIONS : 0) |
	       (time_may_meet(site) ? CAVEAT_ATOMICS : 0) | (site->demand.merged_lines > 0 ? CAVEAT_MERGED : 0);
}

unsigned
time_caveats(const struct rates *rates, const struct launch *launch)
{
	const double warps = launch_warps(launch);
	unsigned caveats = time_lies_in_l2(rates, launch)      ? CAVEAT_COLD
	                   : time_may_lie_in_l2(rates, launch) ? CAVEAT_WARM
	                                                       : 0;
	caveats |= launch->execution.work.calls > 0 ? CAVEAT_CALLS : 0;
	for (size_t i = 0; i < launch->site_count; i++)
		caveats |= caveats_of_site(&launch->sites[i], warps);
	return caveats;
}
