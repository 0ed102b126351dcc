#include "model/time.h"

#include <math.h>
#include <stdlib.h>

#include "model/link.h"
#include "model/memory_model.h"
#include "model/time_cases.h"
#include "support/allocate.h"
#include "support/pointer_set.h"

enum { MOST_PHASES = 64 };

/* Almost nine in ten points of the reference kernels are predicted within this factor. */
static const double scatter = 1.15;
/* The exponent of the power sum over resources. From 8 on, the results for the reference kernels do not change (of
 * 144 times of copies, transposes, gathers and shapes 3% off in the median); with 4 they are 7% off, with 2 21%. */
static const double resource_power = 8;
/* A time is not reported if a caveat can change it by more than this factor. */
static const double most_caveats = 2;

const struct time_form time_as_it_is = {.branches_as_they_are = true};
const double time_launch_us = 2.65;

/* What all cases and forms share. */
struct pricing {
	const struct rates *rates;
	const struct launch *launch;
	const struct site **atomics; /* sorted by the piece of memory with most of each atomic's passes; owned */
	size_t atomic_count;
	bool has_sharers; /* some site has sharers */
	unsigned caveats; /* of enum time_caveat */
};

/* The launch, form and case of one computation. */
struct timing {
	const struct rates *rates;
	const struct launch *launch;
	const struct pricing *pricing;
	const struct time_form *form;
	const struct time_case *which;
	/* block_warps: warps per block; blocks_at_once: resident blocks per multiprocessor */
	double blocks, block_warps, blocks_at_once;
	double warps_left; /* share of the warps that the form needs */
	bool in_l2;
	bool is_longest_block;    /* whether the block with the most work is computed, instead of the mean block */
	double load_latency;      /* mean latency of the launch's awaited global accesses */
	struct work combining;    /* the work that replaces atomics */
	struct pointer_set moved; /* flows of sites that are computed in their ideal form */
};

/* Data that fits in L2 hits, except for the first access. */
static bool
lies_in_l2(const struct timing *t)
{
	if (t->which->l2 == L2_COLD)
		return false;
	return t->which->l2 == L2_WARM ? time_may_lie_in_l2(t->rates, t->launch) : time_lies_in_l2(t->rates, t->launch);
}

static void
set_shape(struct timing *t)
{
	const double threads = launch_threads(t->launch),
		     wanted = t->form->block_threads > 0 ? t->form->block_threads : threads;
	const double warps_as_they_are = ceil(threads / WARP_LANES), most = t->rates->warps_per_multiprocessor;
	const double warps = t->form->warps > 0 ? t->form->warps : t->launch->occupancy.warps * most;
	const double spread = t->form->spread > 0 ? t->form->spread : 1,
		     share = t->form->share > 0 ? t->form->share : 1;
	t->blocks = fmax(1, launch_blocks(t->launch) * threads / wanted * spread * share);
	t->block_warps = ceil(wanted / WARP_LANES);
	t->blocks_at_once = fmax(1, round(warps / t->block_warps));
	t->warps_left = t->blocks * t->block_warps / (launch_blocks(t->launch) * warps_as_they_are * spread);
	t->in_l2 = lies_in_l2(t);
}

static bool
is_asked_for(const struct timing *t, const struct site *site)
{
	return t->form->is_ideal && t->form->is_ideal(t->form->context, site);
}

static const struct demand *
demand_of(const struct timing *t, const struct site *site)
{
	if (is_asked_for(t, site) || (t->which->unknown == SITES_IDEAL && !site->basis.demand_is_known))
		return &site->ideal_demand;
	if (t->which->unknown == SITES_APART && !site->basis.demand_is_known)
		return &site->apart_demand;
	return &site->demand;
}

static void
find_moved(struct timing *t)
{
	for (size_t i = 0; t->pricing->has_sharers && i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (site->sharers.flow && demand_of(t, site) == &site->ideal_demand)
			pointer_set_add(&t->moved, site->sharers.flow);
	}
}

static bool
stays_in_place(const struct timing *t, const void *flow)
{
	return !flow || !pointer_set_has(&t->moved, flow);
}

/* The share of the site's memory traffic that remains for other sites when this site becomes ideal. */
static double
kept_for_others(const struct timing *t, const struct site *site)
{
	double share = 0;
	if (demand_of(t, site) != &site->ideal_demand)
		return 0;
	for (size_t i = 0; i < site->sharers.count; i++)
		share += stays_in_place(t, site->sharers.items[i].to) ? site->sharers.items[i].share : 0;
	return fmin(site->sharers.fraction, share);
}

static double
bytes_of(const struct rates *rates, const struct demand *d)
{
	double bytes = 0;
	for (unsigned i = 0; i < NEARNESSES; i++)
		bytes += d->loaded[i] * rates->loaded[i] + d->part_stored[i] * rates->part_stored[i] +
		         d->stored[i] * rates->stored[i];
	return bytes;
}

static double
memory_bytes(const struct timing *t, const struct site *site)
{
	return bytes_of(t->rates, demand_of(t, site)) + kept_for_others(t, site) * bytes_of(t->rates, &site->demand);
}

/* A grid of few blocks loads the multiprocessors unevenly; those with the most blocks decide. */
static double
unevenness(const struct timing *t)
{
	const double each = t->blocks / t->rates->multiprocessors;
	return each < TIME_FEW_WAVES ? ceil(each) / each : 1;
}

/* The warps of the resident blocks are distributed over a multiprocessor's schedulers, each with its own units. */
static double
scheduler_unevenness(const struct timing *t)
{
	const double schedulers = t->rates->schedulers;
	const double blocks = fmin(t->blocks_at_once, ceil(t->blocks / t->rates->multiprocessors)),
		     warps = blocks * t->block_warps;
	return ceil(warps / schedulers) * schedulers / warps;
}

/* A resource without demand takes no time, even if the profile lacks its rate. */
static double
taken(double demand, double rate)
{
	return demand > 0 || isnan(demand) ? demand / rate : 0;
}

static double
power_sum(double a, double b, double power)
{
	return pow(pow(a, power) + pow(b, power), 1 / power);
}

/* Iterations of the site's loop for each evaluated one. */
static double
iterations_of(const struct timing *t, const struct site *site)
{
	return site->loop.is_open ? t->which->iterations : 1;
}

static bool
all_meet(const struct timing *t, const struct site *site)
{
	return t->which->unknown == ATOMICS_MEET && time_may_meet(site);
}

/* Passes of an atomic. The ideal form, if requested, first combines operands in the block. */
static double
passes_of(const struct timing *t, const struct site *site)
{
	return is_asked_for(t, site) ? site->ideal_demand.combined_passes : demand_of(t, site)->passes;
}

/* The time on the L2 slice with most of the site's passes. */
static double
slice_time(const struct timing *t, const struct site *site)
{
	const double passes = passes_of(t, site);
	if (all_meet(t, site) && !is_asked_for(t, site))
		return site->demand.met_passes / t->rates->slice_passes;
	return passes > 0
	               ? passes / (t->rates->slice_passes * pow(demand_of(t, site)->pieces, t->rates->slices_by_pieces))
	               : 0;
}

/* Atomics on mostly the same piece of memory serialize. */
static void
add_atomics(const struct timing *t, double us[TIME_RESOURCES])
{
	const struct site *const *atomics = t->pricing->atomics;
	double together = 0;
	for (size_t i = 0; i < t->pricing->atomic_count; i++) {
		const struct site *site = atomics[i];
		const bool same =
			i && site->atomic.contended && site->atomic.contended == atomics[i - 1]->atomic.contended;
		const double passes =
			all_meet(t, site) && !is_asked_for(t, site) ? site->demand.met_passes : passes_of(t, site);
		const double at_once = fmax(1, demand_of(t, site)->passes_at_once);
		us[TIME_ATOMICS] += passes > 0 ? iterations_of(t, site) * passes / (t->rates->passes * at_once) : 0;
		together = (same ? together : 0) + iterations_of(t, site) * slice_time(t, site);
		us[TIME_CONTENTION] = fmax(us[TIME_CONTENTION], together);
	}
}

/* The time of stores' lines. Data that stays in L2 is not evicted half written. */
static double
line_time(const struct timing *t, const struct demand *d)
{
	const double apart = t->which->stores_apart ? d->merged_lines : 0;
	const double resumed = t->in_l2 ? 0 : d->resumed_lines + apart;
	return (d->l2_lines + apart - resumed) / t->rates->l2_lines + resumed / t->rates->resumed_lines;
}

/* Requests of the site. In a form with merged requests, each moves more. */
static double
requests_of(const struct timing *t, const struct site *site)
{
	const bool merged = t->form->is_merged && t->form->is_merged(t->form->context, site);
	return site->predicted.requests / (merged ? t->form->merged : 1);
}

/* A merged request looks up as many lines as it moves. */
static double
lookups_of(const struct timing *t, const struct site *site, const struct demand *d)
{
	enum { LINE_BYTES = 128 };
	const double requests = requests_of(t, site),
		     moved = site->pattern == PATTERN_UNIFORM ? site->predicted.requests : site->predicted.lanes;
	return requests < site->predicted.requests ? fmax(requests, moved * site->width / LINE_BYTES) : d->lookups;
}

/* The time of one constant-memory line, for a table of `bytes`. Interpolates between the measured sizes on a
 * logarithmic scale. */
static double
constant_line_us(const struct rates *rates, double bytes)
{
	const double size = fmin(TABLE_SIZES - 1, fmax(0, log2(bytes / SMALLEST_TABLE)));
	const unsigned below = (unsigned)size, above = below + 1 < TABLE_SIZES ? below + 1 : below;
	return rates->constant_line_us[below] +
	       (size - below) * (rates->constant_line_us[above] - rates->constant_line_us[below]);
}

static double
constants_time(const struct timing *t, const struct demand *d)
{
	const double words =
		fmax(taken(d->constants, t->rates->constants), taken(d->constant_passes, t->rates->constant_passes));
	return words + (d->constant_lines > 0
	                        ? d->constant_lines * constant_line_us(t->rates, t->launch->execution.constant_bytes)
	                        : 0);
}

/* Reads and writes overlap, but slow each other down: two equal amounts take 1.23 times as long as one. */
static void
add_link(const struct timing *t, double us[TIME_RESOURCES])
{
	static const double link_power = 3.3;
	double read = 0, written = 0, longest = 0;
	for (size_t i = 0; i < t->launch->site_count && !t->form->host_memory_is_copied; i++) {
		const struct site *site = &t->launch->sites[i];
		const struct link_demand *link = &demand_of(t, site)->link;
		const double iterations = iterations_of(t, site);
		read += iterations * link->read;
		written += iterations * link->written;
		longest = fmax(longest, iterations * link->trips * link_trip_us);
	}
	us[TIME_LINK] = fmax(longest, power_sum(taken(read, t->rates->link_read),
	                                        taken(written, t->rates->link_written), link_power));
}

static void
add_requests(const struct timing *t, double us[TIME_RESOURCES])
{
	const struct rates *rates = t->rates;
	const double of_warps = unevenness(t) * t->warps_left;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		const struct demand *d = demand_of(t, site);
		const double iterations = iterations_of(t, site);
		us[TIME_L1] += iterations * of_warps * lookups_of(t, site, d) / rates->lookups;
		us[TIME_SHARED] += iterations * of_warps * d->wavefronts / rates->wavefronts;
		us[site->space == SPACE_SHARED ? TIME_SHARED : TIME_L1] +=
			iterations * of_warps * d->generic * rates->generic_passes / rates->wavefronts;
		us[TIME_CONSTANTS] += iterations * of_warps * constants_time(t, d);
		us[TIME_TEXTURES] += iterations * of_warps * taken(d->fetches, rates->fetches);
		us[TIME_L2] += iterations * (d->l2_sectors / rates->l2_sectors + t->warps_left * line_time(t, d));
		us[TIME_MEMORY] += t->in_l2 ? 0 : iterations * memory_bytes(t, site) / rates->bytes;
	}
}

/* The work of each warp to combine its operands once, where the form requests it: five shuffles and additions, a
 * round trip through shared memory and a barrier, then the same once more for the block. */
static struct work
combining_of(const struct timing *t)
{
	enum { STEPS = 2 * 5, INSTRUCTIONS_OF_STEP = 2, CYCLES_OF_STEP = 5 };
	struct work work = {0};
	for (size_t i = 0; i < t->pricing->atomic_count; i++) {
		const struct site *site = t->pricing->atomics[i];
		if (!is_asked_for(t, site) || !(site->ideal_demand.combined_passes < site->ideal_demand.passes))
			continue;
		const struct work of_warp = {.instructions = STEPS * INSTRUCTIONS_OF_STEP,
		                             .cycles = STEPS * CYCLES_OF_STEP,
		                             .chained_shared = STEPS + 1,
		                             .chained_barriers = 1};
		work_add(&work, &of_warp, fmin(site->predicted.requests, launch_warps(t->launch)));
	}
	return work;
}

static struct work
work_of(const struct timing *t)
{
	struct work work = work_since(t->launch->execution.work, &t->form->saved);
	work_add(&work, &t->combining, 1);
	return work;
}

/* Instructions that access memory. Constant memory is mostly an operand of other instructions, so it is left out. */
static double
accesses(const struct timing *t)
{
	double requests = 0;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (site->kind <= SITE_ATOMIC && site->space != SPACE_CONSTANT && site->predicted.requests > 0)
			requests += iterations_of(t, site) * requests_of(t, site);
	}
	return requests;
}

/* The share of the threads' arrays that a cache of `cache` bytes does not hold. */
static double
beyond(double arrays, double cache)
{
	return arrays > cache ? 1 - cache / arrays : 0;
}

/* L2 time of local memory: a store of one sector takes as long as any other store; each further sector of the line
 * adds a part (an H200: 8.5 cycles of a multiprocessor for a whole line, 74 to 92, 95 to 113 and 128 to 150 for 32
 * sectors in 8, 16 and 32 lines). */
static void
add_local_memory(const struct timing *t, const struct array_traffic *local, double us[TIME_RESOURCES])
{
	enum { LINES_AT_ONCE = 4, SECTOR_BYTES = 32 };
	static const double line_share = 0.6, sector_share = 0.4;
	const struct rates *rates = t->rates;
	const double threads =
		fmin(t->blocks_at_once, ceil(t->blocks / rates->multiprocessors)) * t->block_warps * WARP_LANES;
	const double busy = fmin(t->blocks, rates->multiprocessors),
		     stored = line_share * local->store_lines + sector_share * local->store_sectors;
	const double missed = local->load_sectors * beyond(threads * local->bytes, rates->local_bytes);
	const double of_memory =
		beyond(busy * threads * local->bytes, rates->l2_bytes) * (missed + local->store_sectors);
	const double cycles =
		fmax(local->loads, local->load_lines / LINES_AT_ONCE) + local->store_lines + local->store_sectors;
	us[TIME_LOCAL] = t->warps_left * fmax(unevenness(t) * cycles / rates->lookups,
	                                      stored / rates->l2_lines + missed / rates->l2_sectors);
	us[TIME_MEMORY] += t->warps_left * of_memory * SECTOR_BYTES / rates->bytes;
}

/* If arrays move out of local memory, spilled registers remain there. */
static void
add_locals(const struct timing *t, double us[TIME_RESOURCES])
{
	const struct array_traffic *all = &t->launch->local_memory.traffic,
				   *arrays = &t->launch->local_memory.of_arrays;
	struct array_traffic others = *all;
	array_traffic_add(&others, arrays, -1);
	others.bytes = fmax(0, all->bytes - arrays->bytes);
	add_local_memory(t, t->form->locals == LOCALS_AS_THEY_ARE ? all : &others, us);
	if (t->form->locals == LOCALS_IN_SHARED)
		us[TIME_SHARED] +=
			unevenness(t) * t->warps_left * (arrays->loads + arrays->stores) / t->rates->wavefronts;
}

static void
add_work(const struct timing *t, double us[TIME_RESOURCES])
{
	const struct rates *rates = t->rates;
	const double of_warps = unevenness(t) * scheduler_unevenness(t) * t->warps_left;
	const struct work work = work_of(t);
	us[TIME_ISSUE] =
		of_warps * (work.instructions + accesses(t) + t->which->of_call * work.calls) / rates->instructions;
	us[TIME_SPECIAL] = of_warps * taken(work.special, rates->special);
	us[TIME_DOUBLES] = of_warps * taken(work.doubles, rates->doubles);
	add_locals(t, us);
	us[TIME_INTEGERS] = of_warps * fmax(work.integers, work.products) / rates->integers;
	us[TIME_BARRIERS] =
		unevenness(t) * t->warps_left * work.chained_barriers * rates->barrier_of_warp / rates->multiprocessors;
	us[TIME_BLOCK_STARTS] = t->blocks / rates->blocks;
}

/* The latency of one request. The request ends with its last lane. A block's joint loads wait for the warp that
 * misses first, so late_share decides. */
static double
latency_of(const struct timing *t, const struct site *site)
{
	const struct rates *rates = t->rates;
	const struct demand *d = demand_of(t, site);
	double loaded = 0;
	if (site->space == SPACE_SHARED)
		return rates->shared_latency;
	if (site->kind == SITE_ATOMIC)
		return t->in_l2 ? rates->l2_latency : rates->memory_latency;
	const double kept = kept_for_others(t, site);
	for (unsigned i = 0; i < NEARNESSES; i++)
		loaded += d->loaded[i] + kept * site->demand.loaded[i];
	const double beyond_l1 = d->late_share;
	if (d->link.read > 0 && !t->form->host_memory_is_copied)
		return rates->l1_latency + beyond_l1 * (link_latency_us - rates->l1_latency);
	const double beyond_l2 = t->in_l2 || !(d->late > 0) ? 0 : beyond_l1 * fmin(1, loaded / d->late);
	return rates->l1_latency + beyond_l1 * (rates->l2_latency - rates->l1_latency) +
	       beyond_l2 * (rates->memory_latency - rates->l2_latency);
}

/* Whether this form removes the stores that precede the load in its loop. */
static bool
is_freed(const struct timing *t, const struct site *load)
{
	return t->form->is_freed && demand_of(t, load) == &load->ideal_demand;
}

/* Loads of a loop in flight at once, as far as no store separates them. */
static double
loads_at_once(const struct timing *t, const struct site *site)
{
	return site->loop.held > 0 && !is_freed(t, site) ? fmin(t->which->loads_at_once, 1 / site->loop.held)
	                                                 : t->which->loads_at_once;
}

/* The time that the slowest warp of a block waits for a load, over all its executions. */
static double
wait_for(const struct timing *t, const struct site *load)
{
	const double warps = t->blocks * t->block_warps / t->warps_left;
	const double uneven =
		t->form->even ? 1 : fmax(1, t->is_longest_block ? load->uneven.of_launch : load->uneven.of_block);
	const double times = iterations_of(t, load) * uneven * requests_of(t, load) / warps;
	return latency_of(t, load) * fmax(1, times / loads_at_once(t, load));
}

/* The time that the slowest warp of a block waits for its loads. Loads outside loops overlap, loads in a loop
 * overlap a few at a time, and loads of one iteration that stores separate are serialized. */
static double
wait_of_warp(const struct timing *t)
{
	double longest[MOST_PHASES] = {0}, one_by_one = 0;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (site->kind != SITE_LOAD || (site->space != SPACE_GLOBAL && site->space != SPACE_SHARED))
			continue;
		const unsigned phase = is_freed(t, site)                ? 0
		                       : site->loop.phase < MOST_PHASES ? site->loop.phase
		                                                        : MOST_PHASES - 1;
		longest[phase] = fmax(longest[phase], wait_for(t, site));
	}
	for (unsigned phase = 1; phase < MOST_PHASES; phase++)
		one_by_one += longest[phase];
	return fmax(longest[0], one_by_one);
}

/* Whether the dependence chains of a warp include the waits for memory and barriers, or exclude them. */
enum waits { WAITS_BESIDE, WAITS_WITHIN };

/* Whether an instruction depends on the result: a load, or an atomic whose old value is used. */
static bool
is_waited_for(const struct site *site)
{
	return (site->kind == SITE_LOAD || (site->kind == SITE_ATOMIC && site->atomic.result_used)) &&
	       site->space == SPACE_GLOBAL && site->predicted.requests > 0;
}

/* The mean latency of global accesses whose result the launch waits for. */
static double
load_latency(const struct timing *t)
{
	double all = 0, requests = 0;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (!is_waited_for(site))
			continue;
		all += iterations_of(t, site) * site->predicted.requests * latency_of(t, site);
		requests += iterations_of(t, site) * site->predicted.requests;
	}
	return requests > 0 ? all / requests : 0;
}

/* Microseconds of one cycle. */
static double
cycle_of(const struct rates *rates)
{
	return rates->schedulers * rates->multiprocessors / rates->instructions;
}

static double
chain_of(const struct timing *t, const struct work *work, enum waits waits)
{
	const struct rates *rates = t->rates;
	const double chain = work->cycles * cycle_of(rates) + work->chained_doubles * rates->double_step;
	if (waits == WAITS_BESIDE)
		return chain;
	const double barrier = rates->barrier + (t->block_warps - 1) * rates->barrier_of_warp;
	return chain + work->chained_shared * rates->shared_latency + work->chained_loads * t->load_latency +
	       work->chained_barriers * barrier;
}

/* The time of one warp by itself: each instruction takes a cycle, and the dependence chain its latency. Both
 * overlap. */
static double
alone(const struct timing *t, const struct work *work, enum waits waits)
{
	const struct rates *rates = t->rates;
	return fmax(t->which->chained * chain_of(t, work, waits), work->instructions * cycle_of(rates));
}

/* The time of a block's slowest warp, if only a share of the warps executes some of the work. Those warps are
 * assumed to be spread over as many blocks as possible. */
static double
slowest_alone(const struct timing *t, const struct work *of_few, double few, enum waits waits)
{
	const struct work work = work_since(work_of(t), of_few);
	const double times = few > 0 ? fmin(1 / few, t->block_warps) : 0;
	return alone(t, &work, waits) + times * alone(t, of_few, waits);
}

/* The time that a block waits for the dependence chain of its slowest warp. The branch with the largest chain
 * decides. */
static double
chain_of_block(const struct timing *t, enum waits waits)
{
	const struct time_form *form = t->form;
	static const double hardly_uneven = 1.01; /* the last iteration of a few */
	const double warps = t->blocks * t->block_warps / t->warps_left;
	double most = slowest_alone(t, &form->of_few, form->few, waits);
	for (size_t i = 0; form->branches_as_they_are && i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (site->kind == SITE_BRANCH && !isnan(site->branch.arm_work.instructions) &&
		    site->uneven.of_block > hardly_uneven)
			most = fmax(most, slowest_alone(t, &site->branch.arm_work, 1 / site->uneven.of_block, waits));
	}
	return most / warps;
}

static double
time_of_slowest_warp(const struct timing *t)
{
	return fmax(wait_of_warp(t) + chain_of_block(t, WAITS_BESIDE), chain_of_block(t, WAITS_WITHIN));
}

/* The most resident blocks per multiprocessor if all warps but the slowest of each have exited. Their resources are
 * free, except for shared memory. */
static double
most_blocks(const struct timing *t)
{
	static const double most_resident_blocks = 32; /* since compute capability 7.0 */
	return t->launch->occupancy.limiter == LIMITED_BY_SHARED ? t->blocks_at_once
	                                                         : fmax(t->blocks_at_once, most_resident_blocks);
}

static double
whole_waves(double waves)
{
	return waves < TIME_FEW_WAVES ? ceil(waves) : waves;
}

/* The time of the block with the most work, from its start. */
static double
time_of_longest_block(const struct timing *t)
{
	const struct work all = work_of(t);
	const double warps = t->blocks * t->block_warps / t->warps_left;
	struct timing of_longest = *t;
	of_longest.is_longest_block = true;
	return t->rates->block_overhead + fmax(wait_of_warp(&of_longest), t->launch->execution.longest_block *
	                                                                          alone(t, &all, WAITS_WITHIN) / warps);
}

/* An exited warp makes room for a warp of another block, even while other warps of its block run (an H200, by blocks
 * of which one warp in 16 takes 32 times as long: 1.13 times as long as with even blocks). So the slowest warps
 * matter at the end, and when the number of resident blocks reaches its maximum. */
static double
latency(const struct timing *t)
{
	struct time_form even_form = *t->form;
	struct timing even = *t;
	even_form.even = true;
	even_form.branches_as_they_are = false;
	even.form = &even_form;
	const double slowest = time_of_slowest_warp(t), mean = fmin(slowest, time_of_slowest_warp(&even));
	const double each = t->blocks / t->rates->multiprocessors, turn = t->rates->block_overhead;
	const double as_room_is_made = whole_waves(each / t->blocks_at_once) * (turn + mean) + slowest - mean;
	const double of_waves = fmax(as_room_is_made, whole_waves(each / most_blocks(t)) * (turn + slowest));
	return t->form->even ? of_waves : fmax(of_waves, time_of_longest_block(t));
}

/* The time before work can overlap: the first blocks wait for their first load. */
static double
ramp(const struct timing *t)
{
	double longest = 0;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && site->predicted.requests > 0)
			longest = fmax(longest, latency_of(t, site));
	}
	return t->rates->block_overhead + longest;
}

/* The time that the first warps wait before their first instruction, beyond that of an empty kernel. Multiprocessors
 * load the launch's parameters and the code after the first line from L2 into their caches. */
static double
first_fetches(const struct timing *t)
{
	enum { FIRST_FETCHES = 2 }; /* parameters and code */
	return t->launch->execution.work.instructions > 0 ? FIRST_FETCHES * t->rates->l2_latency : 0;
}

static int
by_piece(const void *left, const void *right)
{
	const struct site *a = *(const struct site *const *)left, *b = *(const struct site *const *)right;
	return (a->atomic.contended > b->atomic.contended) - (a->atomic.contended < b->atomic.contended);
}

/* pricing_end frees the result. */
static struct pricing
pricing_begin(const struct rates *rates, const struct launch *launch)
{
	struct pricing pricing = {.rates = rates, .launch = launch, .caveats = time_caveats(rates, launch)};
	size_t capacity = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		pricing.has_sharers |= launch->sites[i].sharers.count > 0;
		if (launch->sites[i].kind == SITE_ATOMIC && launch->sites[i].space == SPACE_GLOBAL)
			memory_push(pricing.atomics, pricing.atomic_count, capacity, &launch->sites[i]);
	}
	if (pricing.atomic_count)
		qsort(pricing.atomics, pricing.atomic_count, sizeof *pricing.atomics, by_piece);
	return pricing;
}

static void
pricing_end(struct pricing *pricing)
{
	free(pricing->atomics);
}

/* L1, shared memory and local memory are one unit of a multiprocessor, so their times add up. */
static double
time_of_work(const double us[TIME_RESOURCES])
{
	double work = us[TIME_L1] + us[TIME_SHARED] + us[TIME_LOCAL];
	for (unsigned i = 0; i < TIME_BLOCK_STARTS; i++)
		if (i != TIME_L1 && i != TIME_SHARED && i != TIME_LOCAL)
			work = power_sum(work, us[i], resource_power);
	return work;
}

/* Work and waiting of all blocks. Blocks of a last, partial wave begin when the previous wave has ended. They then
 * share little work, but wait as long as others. */
static double
time_of_waves(const struct timing *t, double work, double waiting)
{
	const double power = t->which->wait_power, waves = t->blocks / t->rates->multiprocessors / t->blocks_at_once,
		     full = floor(waves);
	if (waves <= 1 || waves >= TIME_FEW_WAVES || full == waves)
		return power_sum(work, waiting, power);
	return power_sum(work * full / waves, waiting * full / ceil(waves), power) +
	       power_sum(work * (waves - full) / waves, waiting / ceil(waves), power);
}

static struct launch_time
time_in_case(const struct pricing *pricing, const struct time_form *form, const struct time_case *which)
{
	const struct launch *launch = pricing->launch;
	struct timing t = {.rates = pricing->rates, .launch = launch, .pricing = pricing, .form = form, .which = which};
	struct launch_time time = {0};
	set_shape(&t);
	find_moved(&t);
	t.load_latency = load_latency(&t);
	t.combining = combining_of(&t);
	add_link(&t, time.by);
	add_requests(&t, time.by);
	add_atomics(&t, time.by);
	add_work(&t, time.by);
	time.by[TIME_LATENCY] = latency(&t);
	const double first = fmin(time.by[TIME_LATENCY], ramp(&t));
	const double of_blocks = time_of_waves(&t, time_of_work(time.by), time.by[TIME_LATENCY] - first);
	time.us = time_launch_us + first_fetches(&t) + first +
	          power_sum(of_blocks, time.by[TIME_BLOCK_STARTS], resource_power) + form->also_us;
	if (launch->caveats.cut_loop.line)
		time.us = NAN;
	for (unsigned i = 0; i < TIME_RESOURCES; i++)
		if (time.by[i] > time.by[time.bound_by])
			time.bound_by = (enum time_resource)i;
	pointer_set_free(&t.moved);
	return time;
}

/* The next case after the likely one that may change the time; NULL: no more. */
static const struct time_case *
next_case(const struct pricing *pricing, const struct time_case *which)
{
	const struct time_case *end = time_cases + time_case_count;
	do
		which++;
	while (which < end && which->needs && !(which->needs & pricing->caveats));
	return which < end ? which : NULL;
}

struct launch_time
time_of_launch(const struct rates *rates, const struct launch *launch, const struct time_form *form)
{
	struct pricing pricing = pricing_begin(rates, launch);
	struct launch_time time = time_in_case(&pricing, form, time_cases);
	const double us = time.us;
	time.low_us = time.high_us = us;
	time.why = launch->execution.unbounded_time;
	for (const struct time_case *other = time_cases; (other = next_case(&pricing, other));) {
		const double other_us = time_in_case(&pricing, form, other).us;
		time.low_us = fmin(time.low_us, other_us);
		time.high_us = fmax(time.high_us, other_us);
		if (!time.why && other_us > most_caveats * us)
			time.why = other->why;
	}
	time.low_us /= scatter * rates->uncertainty;
	time.high_us = launch->execution.unbounded_time ? INFINITY : time.high_us * scatter * rates->uncertainty;
	if (time.why)
		time.us = NAN;
	pricing_end(&pricing);
	return time;
}

/* A launch in a form. */
struct formed {
	const struct pricing *pricing;
	const struct time_form *form;
};

static double
ratio_in_case(struct formed a, struct formed b, const struct time_case *which)
{
	return time_in_case(a.pricing, a.form, which).us / time_in_case(b.pricing, b.form, which).us;
}

static struct penalty
ratio_in_cases(struct formed a, struct formed b)
{
	const double likely = ratio_in_case(a, b, time_cases);
	struct penalty ratio = {likely, likely, likely};
	for (const struct time_case *other = time_cases; isfinite(likely) && (other = next_case(a.pricing, other));) {
		const double in_case = ratio_in_case(a, b, other);
		ratio.low = fmin(ratio.low, in_case);
		ratio.high = fmax(ratio.high, in_case);
	}
	const double off = scatter * a.pricing->rates->uncertainty;
	return isfinite(likely) ? (struct penalty){likely, ratio.low / off, ratio.high * off}
	                        : (struct penalty){NAN, NAN, NAN};
}

struct penalty
time_ratio(const struct rates *rates, const struct launch *launch, const struct time_form *form,
           const struct time_form *ideal)
{
	struct pricing pricing = pricing_begin(rates, launch);
	const struct penalty ratio = ratio_in_cases((struct formed){&pricing, form}, (struct formed){&pricing, ideal});
	pricing_end(&pricing);
	return ratio;
}

struct penalty
time_ratio_to(const struct rates *rates, const struct launch *launch, const struct launch *other)
{
	struct pricing pricing = pricing_begin(rates, launch), of_other = pricing_begin(rates, other);
	const struct penalty ratio =
		ratio_in_cases((struct formed){&pricing, &time_as_it_is}, (struct formed){&of_other, &time_as_it_is});
	pricing_end(&pricing);
	pricing_end(&of_other);
	return ratio;
}

const char *
time_resource_text(enum time_resource resource)
{
	static const char *const text[] = {
		[TIME_LINK] = "the link to the host",
		[TIME_MEMORY] = "memory",
		[TIME_L2] = "L2",
		[TIME_L1] = "L1",
		[TIME_SHARED] = "shared memory",
		[TIME_ATOMICS] = "atomics",
		[TIME_CONTENTION] = "contended atomics",
		[TIME_CONSTANTS] = "constant memory",
		[TIME_LOCAL] = "local memory",
		[TIME_TEXTURES] = "texture units",
		[TIME_ISSUE] = "instruction issue",
		[TIME_SPECIAL] = "special functions",
		[TIME_DOUBLES] = "double precision",
		[TIME_INTEGERS] = "integer arithmetic",
		[TIME_BARRIERS] = "barriers",
		[TIME_BLOCK_STARTS] = "the start of blocks",
		[TIME_LATENCY] = "latency",
	};
	return text[resource];
}
