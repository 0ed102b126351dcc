#include "model/time.h"
#include "model/memory_model.h"

#include <math.h>

enum { FEW_ROUNDS = 8, MOST_PHASES = 64 };

/* Almost nine in ten points of the reference kernels are predicted within this factor. */
static const double scatter = 1.15;
/* The power by which resources are summed. */
static const double resource_power = 8;

const struct time_form time_as_it_is = {0};
const double time_launch_us = 2.65;

/* What is not known of a launch, one way or another. */
struct time_case {
	double wait_power;       /* by which waiting is added to work */
	double loads_at_once;    /* of a loop: as many as the compiler mostly unrolls it by */
	enum { L2_BY_SIZE, L2_COLD, L2_WARM } l2;
	bool unknown_is_ideal;   /* sites without known addresses, other than those that are asked for */
};
static const struct time_case likely = {2.5, 4, L2_BY_SIZE, false};
static const struct time_case cases[] = {
	{1.7, 4, L2_BY_SIZE, false}, {4, 4, L2_BY_SIZE, false},  {2.5, 1, L2_BY_SIZE, false}, {2.5, 8, L2_BY_SIZE, false},
	{2.5, 4, L2_COLD, false},    {2.5, 4, L2_WARM, false},   {2.5, 4, L2_BY_SIZE, true},
};

/* A launch that is looked at. */
struct timing {
	const struct rates *rates;
	const struct launch *launch;
	const struct time_form *form;
	const struct time_case *which;
	double blocks, block_warps, blocks_at_once;   /* on a multiprocessor */
	double warps_left;       /* of those that there are, which the form needs */
	bool in_l2;
};

/* What fits in L2 is there, unless it is touched for the first time. */
static bool
lies_in_l2(const struct timing *t)
{
	const double footprint = t->launch->footprint, l2 = t->rates->l2_bytes;
	if (t->which->l2 == L2_COLD)
		return false;
	return footprint <= (t->which->l2 == L2_WARM ? 2 * l2 : l2);
}

static void
set_shape(struct timing *t)
{
	const double threads = launch_threads(t->launch), wanted = t->form->block_threads > 0 ? t->form->block_threads : threads;
	const double warps_as_they_are = ceil(threads / WARP_LANES), most = t->rates->warps_per_multiprocessor;
	const double warps = t->form->warps > 0 ? t->form->warps : t->launch->occupancy * most;
	t->blocks = launch_blocks(t->launch) * threads / wanted;
	t->block_warps = ceil(wanted / WARP_LANES);
	t->blocks_at_once = fmax(1, round(warps / t->block_warps));
	t->warps_left = t->blocks * t->block_warps / (launch_blocks(t->launch) * warps_as_they_are);
	t->in_l2 = lies_in_l2(t);
}

static const struct demand *
demand_of(const struct timing *t, const struct site *site)
{
	const bool asked_for = t->form->is_ideal && t->form->is_ideal(t->form->context, site);
	return asked_for || (t->which->unknown_is_ideal && !site->demand_known) ? &site->ideal_demand : &site->demand;
}

static double
memory_bytes(const struct rates *rates, const struct demand *d)
{
	double bytes = 0;
	for (unsigned i = 0; i < NEARNESSES; i++)
		bytes += d->loaded[i] * rates->loaded[i] + d->part_stored[i] * rates->part_stored[i] + d->stored[i] * rates->stored[i];
	return bytes;
}

/* A grid of few blocks does not fill all multiprocessors alike: those that have most decide. */
static double
unevenness(const struct timing *t)
{
	const double each = t->blocks / t->rates->multiprocessors;
	return each < FEW_ROUNDS ? ceil(each) / each : 1;
}

static void
add_work(const struct timing *t, double us[TIME_RESOURCES])
{
	const struct rates *rates = t->rates;
	const double uneven = unevenness(t), of_warps = uneven * t->warps_left;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct demand *d = demand_of(t, &t->launch->sites[i]);
		us[TIME_L1] += of_warps * d->lookups / rates->lookups;
		us[TIME_SHARED] += of_warps * d->wavefronts / rates->wavefronts;
		us[TIME_L2] += d->l2_sectors / rates->l2_sectors + t->warps_left * d->l2_lines / rates->l2_lines;
		us[TIME_MEMORY] += t->in_l2 ? 0 : memory_bytes(rates, d) / rates->bytes;
	}
	us[TIME_ISSUE] = of_warps * (t->launch->instructions - t->form->instructions_saved) / rates->instructions;
	us[TIME_BLOCK_STARTS] = t->blocks / rates->blocks;
}

/* Of one request, which is over when the last of its lanes has what it wants; and of those that its block makes with it, for
 * what one warp is the first to want the others wait for as well. */
static double
latency_of(const struct timing *t, const struct site *site)
{
	const struct rates *rates = t->rates;
	const struct demand *d = demand_of(t, site);
	double loaded = 0;
	if (site->space == SPACE_SHARED)
		return rates->shared_latency;
	for (unsigned i = 0; i < NEARNESSES; i++)
		loaded += d->loaded[i];
	const double beyond_l1 = d->late_share;
	const double beyond_l2 = t->in_l2 || !(d->late > 0) ? 0 : beyond_l1 * fmin(1, loaded / d->late);
	return rates->l1_latency + beyond_l1 * (rates->l2_latency - rates->l1_latency) +
	       beyond_l2 * (rates->memory_latency - rates->l2_latency);
}

/* Of a loop's, as far as no store stands between. */
static double
loads_at_once(const struct timing *t, const struct site *site)
{
	return site->held > 0 ? fmin(t->which->loads_at_once, 1 / site->held) : t->which->loads_at_once;
}

/* What a warp waits for its loads: those that it makes once come together, those of a loop a few at a time, and those of a
 * round that stores stand between one after the other. */
static double
wait_of_warp(const struct timing *t)
{
	const double warps = t->blocks * t->block_warps / t->warps_left;
	double longest[MOST_PHASES] = {0}, one_by_one = 0;
	for (size_t i = 0; i < t->launch->site_count; i++) {
		const struct site *site = &t->launch->sites[i];
		if (site->kind != SITE_LOAD || (site->space != SPACE_GLOBAL && site->space != SPACE_SHARED))
			continue;
		const double times = site->predicted.requests / warps;
		const unsigned phase = site->phase < MOST_PHASES ? site->phase : MOST_PHASES - 1;
		longest[phase] = fmax(longest[phase], latency_of(t, site) * fmax(1, times / loads_at_once(t, site)));
	}
	for (unsigned phase = 1; phase < MOST_PHASES; phase++)
		one_by_one += longest[phase];
	return fmax(longest[0], one_by_one);
}

static double
latency(const struct timing *t)
{
	const double rounds = t->blocks / (t->rates->multiprocessors * t->blocks_at_once);
	return (rounds < FEW_ROUNDS ? ceil(rounds) : rounds) * (t->rates->block_turn + wait_of_warp(t));
}

static double
power_sum(double a, double b, double power)
{
	return pow(pow(a, power) + pow(b, power), 1 / power);
}

static struct launch_time
time_in_case(const struct rates *rates, const struct launch *launch, const struct time_form *form,
             const struct time_case *which)
{
	struct timing t = {.rates = rates, .launch = launch, .form = form, .which = which};
	struct launch_time time = {0};
	double work = 0;
	set_shape(&t);
	add_work(&t, time.by);
	time.by[TIME_LATENCY] = latency(&t);
	for (unsigned i = 0; i < TIME_LATENCY; i++)
		work = power_sum(work, time.by[i], resource_power);
	time.us = launch->cut_loop.line ? NAN : time_launch_us + power_sum(work, time.by[TIME_LATENCY], which->wait_power);
	for (unsigned i = 0; i < TIME_RESOURCES; i++)
		if (time.by[i] > time.by[time.bound_by])
			time.bound_by = (enum time_resource)i;
	return time;
}

struct launch_time
time_of_launch(const struct rates *rates, const struct launch *launch, const struct time_form *form)
{
	return time_in_case(rates, launch, form, &likely);
}

struct penalty
time_ratio(const struct rates *rates, const struct launch *launch, const struct time_form *form,
           const struct time_form *ideal)
{
	struct penalty ratio = {.estimate = time_in_case(rates, launch, form, &likely).us /
	                                    time_in_case(rates, launch, ideal, &likely).us};
	if (!isfinite(ratio.estimate))
		return (struct penalty){NAN, NAN, NAN};
	ratio.low = ratio.high = ratio.estimate;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const double other = time_in_case(rates, launch, form, &cases[i]).us / time_in_case(rates, launch, ideal, &cases[i]).us;
		ratio.low = fmin(ratio.low, other);
		ratio.high = fmax(ratio.high, other);
	}
	ratio.low /= scatter;
	ratio.high *= scatter;
	return ratio;
}

const char *
time_resource_text(enum time_resource resource)
{
	static const char *const text[] = {
		[TIME_MEMORY] = "memory",
		[TIME_L2] = "L2",
		[TIME_L1] = "L1",
		[TIME_SHARED] = "shared memory",
		[TIME_ISSUE] = "instruction issue",
		[TIME_BLOCK_STARTS] = "the start of blocks",
		[TIME_LATENCY] = "latency",
	};
	return text[resource];
}
