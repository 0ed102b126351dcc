#include "rules/slowdown.h"

#include <math.h>

#include "model/memory_model.h"
#include "model/program_time.h"
#include "model/time.h"
#include "rules/judge.h"
#include "rules/shared_room.h"
#include "rules/wording.h"

/* The cost of one site depends on all sites of the launch, so prices of very large launches would take too long. */
enum { MOST_PRICED_SITES = 2500 };

static bool
is_too_large(const struct launch *launch)
{
	return launch->site_count > MOST_PRICED_SITES;
}

const char *
why_no_slowdown(struct rule_context *context)
{
	if (!context->rates || !is_too_large(context->launch))
		return NULL;
	return text(context, "its launch has more than %d accesses and branches", MOST_PRICED_SITES);
}

static bool
is_priced(const struct rule_context *context)
{
	return context->rates && !is_too_large(context->launch);
}

static struct penalty
ratio(const struct rule_context *context, const struct time_form *form, const struct time_form *ideal)
{
	return is_priced(context) ? time_ratio(context->rates, context->launch, form, ideal) : no_penalty;
}

struct launch *
launch_copy(struct arena *arena, const struct launch *launch, size_t more)
{
	struct launch *copy = arena_new(arena, struct launch);
	*copy = *launch;
	copy->sites =
		arena_copy(arena, launch->sites, launch->site_count, launch->site_count + more, sizeof *copy->sites);
	return copy;
}

struct demand
demand_unrepeated(const struct site *site, const struct demand *demand)
{
	const double left = 1 - site->loop.repeated;
	struct demand d = *demand;
	d.lookups *= left;
	d.wavefronts *= left;
	d.l2_sectors *= left;
	d.late *= left;
	d.late_share *= left;
	d.l2_lines *= left;
	d.resumed_lines *= left;
	d.merged_lines *= left;
	return d;
}

/* Whether the array layout that fixes the one access fixes the other one too. It does not if an address is
 * data-dependent. */
static bool
is_mended_with(const struct site *site, const struct site *other)
{
	const bool is_one_array = site->space == SPACE_SHARED && other->space == SPACE_SHARED &&
	                          other->object.allocation && site->object.allocation == other->object.allocation;
	return is_one_array && site->confidence <= CONFIDENCE_ASSUMED && other->confidence <= CONFIDENCE_ASSUMED;
}

static bool
changes_with(const void *context, const struct site *site)
{
	const struct site_set *changed = context;
	for (size_t i = 0; i < changed->count; i++)
		if (site == changed->items[i] || is_mended_with(site, changed->items[i]))
			return true;
	return false;
}

static bool
stays(const void *changed, const struct site *site)
{
	return !changes_with(changed, site);
}

static bool
any(const void *context, const struct site *site)
{
	(void)context;
	(void)site;
	return true;
}

struct penalty
access_slowdown(const struct rule_context *context, struct site_set sites)
{
	const struct time_form ideal = {.is_ideal = changes_with, .context = &sites, .branches_as_they_are = true};
	return ratio(context, &time_as_it_is, &ideal);
}

struct penalty
row_walk_slowdown(const struct rule_context *context, struct site_set sites)
{
	const double full = (double)context->facts->multiprocessors * context->facts->warps_per_multiprocessor;
	const double more = fmin(WARP_LANES, full / launch_warps(context->launch));
	const struct time_form ideal = {
		.is_ideal = changes_with,
		.context = &sites,
		.branches_as_they_are = true,
		.spread = fmax(1, more),
		.warps = context->facts->warps_per_multiprocessor,
	};
	const struct penalty by_layout = access_slowdown(context, sites),
			     by_warps = ratio(context, &time_as_it_is, &ideal);
	return by_warps.estimate > by_layout.estimate ? by_warps : by_layout;
}

struct penalty
access_slowdown_alone(const struct rule_context *context, struct site_set sites)
{
	const struct time_form alone = {.is_ideal = stays, .context = &sites, .branches_as_they_are = true};
	const struct time_form ideal = {.is_ideal = any, .branches_as_they_are = true};
	return ratio(context, &alone, &ideal);
}

static double
fewer_warps(double a, double b)
{
	return a > 0 && b > 0 ? fmin(a, b) : a > 0 ? a : b;
}

const struct repaired_launch *
repaired_by_both(struct arena *arena, const struct launch *launch, const struct repaired_launch *a,
                 const struct repaired_launch *b)
{
	struct launch *both = launch_copy(arena, a->launch, 0);
	for (size_t i = 0; i < both->site_count; i++)
		if (b->launch->sites[i].ideal_demand.wavefronts != launch->sites[i].ideal_demand.wavefronts)
			both->sites[i].ideal_demand = b->launch->sites[i].ideal_demand;
	struct repaired_launch *repaired = arena_new(arena, struct repaired_launch);
	*repaired = *a;
	repaired->launch = both;
	repaired->warps = fewer_warps(a->warps, b->warps);
	return repaired;
}

struct penalty
repair_slowdown(const struct rule_context *context, const struct repaired_launch *repaired, struct site_set sites)
{
	struct rule_context then = *context;
	then.launch = repaired->launch;
	const struct site_set *changed = repaired->changed.count ? &repaired->changed : &sites;
	const struct time_form ideal = {.is_ideal = changes_with,
	                                .context = changed,
	                                .branches_as_they_are = true,
	                                .warps = repaired->warps,
	                                .saved = repaired->saved,
	                                .is_freed = repaired->is_freed};
	return ratio(&then, &time_as_it_is, &ideal);
}

struct penalty
repair_slowdown_alone(const struct rule_context *context, const struct repaired_launch *repaired, struct site_set sites)
{
	struct rule_context then = *context;
	then.launch = repaired->launch;
	const struct site_set *changed = repaired->changed.count ? &repaired->changed : &sites;
	const struct time_form alone = {.is_ideal = stays, .context = changed, .branches_as_they_are = true};
	const struct time_form ideal = {.is_ideal = any,
	                                .branches_as_they_are = true,
	                                .saved = repaired->saved,
	                                .is_freed = repaired->is_freed};
	return ratio(&then, &alone, &ideal);
}

struct penalty
launch_slowdown(const struct rule_context *context, const struct launch *other)
{
	return is_priced(context) ? time_ratio_to(context->rates, context->launch, other) : no_penalty;
}

/* Assigns this part of the work in the branch's arms to a share of the warps. */
static void
give_to_few(const struct site *branch, double part, double few, struct time_form *form)
{
	if (!(few < 1))
		return;
	work_add(&form->of_few, &branch->branch.arm_work, part);
	form->few = few;
}

struct penalty
branch_slowdown(const struct rule_context *context, const struct site *branch, double waste)
{
	const double wasted = 1 - 1 / waste;
	struct time_form parted = {.few = 0}, ideal = {.few = 0};
	if (!isnan(branch->branch.arm_work.instructions)) {
		give_to_few(branch, 1, 1 / branch->uneven.of_block, &parted);
		give_to_few(branch, 1 - wasted, branch->branch.whole_warps / launch_warps(context->launch), &ideal);
		work_add(&ideal.saved, &branch->branch.arm_work, wasted);
		return ratio(context, &parted, &ideal);
	}
	work_add(&ideal.saved, &context->launch->execution.work, wasted);
	const struct penalty most = ratio(context, &parted, &ideal);
	return (struct penalty){sqrt(most.estimate), fmin(1, most.low), most.high};
}

struct penalty
block_size_slowdown(const struct rule_context *context)
{
	const double threads = TIME_USUAL_BLOCK, most = context->facts->warps_per_multiprocessor;
	return ratio(context, &time_as_it_is,
	             &(struct time_form){.block_threads = threads, .warps = most, .branches_as_they_are = true});
}

struct penalty
block_shape_slowdown(const struct rule_context *context, unsigned threads, unsigned warps)
{
	return ratio(context, &time_as_it_is,
	             &(struct time_form){.block_threads = threads, .warps = warps, .branches_as_they_are = true});
}

struct penalty
occupancy_slowdown(const struct rule_context *context)
{
	return ratio(
		context, &time_as_it_is,
		&(struct time_form){.warps = context->facts->warps_per_multiprocessor, .branches_as_they_are = true});
}

/* Whether the load goes along the elements that a warp would read contiguously. */
static bool
is_walk(const void *context, const struct site *site)
{
	(void)context;
	return site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && site->loop.walks;
}

struct penalty
spread_slowdown(const struct rule_context *context, double times)
{
	const double threads = launch_threads(context->launch);
	const struct time_form spread = {
		.spread = times,
		.block_threads = threads < TIME_USUAL_BLOCK ? TIME_USUAL_BLOCK : threads,
		.branches_as_they_are = true,
		.warps = context->facts->warps_per_multiprocessor,
		.is_ideal = is_walk,
	};
	return ratio(context, &time_as_it_is, &spread);
}

struct penalty
idle_slowdown(const struct rule_context *context, double needed)
{
	const struct time_form without = {
		.spread = needed, .saved = context->launch->execution.idle_work, .even = true};
	return ratio(context, &time_as_it_is, &without);
}

/* The part of the launch's work that is saved if each thread does `times` times less. */
static struct work
saved_work(const struct launch *launch, double times)
{
	struct work work = {0};
	work_add(&work, &launch->execution.work, 1 - 1 / times);
	return work;
}

static bool
is_uniform_walk(const void *context, const struct site *site)
{
	return is_walk(context, site) && site->pattern == PATTERN_UNIFORM;
}

/* Whether each warp goes along memory for at least as many iterations as it has lanes, so that every lane could take a
 * part. */
static bool
walks_for_all(const struct launch *launch, double lanes)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (is_uniform_walk(NULL, &launch->sites[i]) &&
		    launch->sites[i].predicted.requests >= lanes * launch_warps(launch))
			return true;
	return false;
}

struct penalty
redundancy_slowdown(const struct rule_context *context, double lanes)
{
	const struct time_form one_lane = {.share = 1 / lanes, .branches_as_they_are = true};
	const struct time_form all_lanes = {
		.is_merged = is_uniform_walk,
		.merged = lanes,
		.saved = saved_work(context->launch, lanes),
		.branches_as_they_are = true,
	};
	const struct penalty alone = ratio(context, &time_as_it_is, &one_lane);
	if (!walks_for_all(context->launch, lanes))
		return alone;
	const struct penalty shared = ratio(context, &time_as_it_is, &all_lanes);
	return shared.estimate > alone.estimate ? shared : alone;
}

enum { WIDEST = 16 }; /* the most bytes that a lane moves at once */

bool
narrow_is_mergeable(const struct site *site)
{
	return (site->kind == SITE_LOAD || site->kind == SITE_STORE) && site->space == SPACE_GLOBAL &&
	       site->pattern == PATTERN_CONTIGUOUS && site->width < WIDEST && !site->basis.is_data_dependent;
}

static bool
is_merged(const void *context, const struct site *site)
{
	(void)context;
	return narrow_is_mergeable(site);
}

/* Whether a thread's loops can make fewer iterations; otherwise there are fewer threads. */
static bool
has_iterations(const struct launch *launch, double elements)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (narrow_is_mergeable(&launch->sites[i]) &&
		    launch->sites[i].predicted.requests < elements * launch_warps(launch))
			return false;
	return true;
}

/* The part of the work that is waiting. The elements of a vector do not wait for each other, and reach each barrier
 * together. Each element still needs its own instructions, special functions, calls and arithmetic. It also needs its
 * address, because the share of address arithmetic in a launch's integer work is unknown. */
static struct work
saved_waits(const struct work *all, double times)
{
	const struct work waits = {
		.cycles = all->cycles,
		.chained_doubles = all->chained_doubles,
		.chained_shared = all->chained_shared,
		.chained_loads = all->chained_loads,
		.chained_barriers = all->chained_barriers,
	};
	struct work saved = {0};
	work_add(&saved, &waits, 1 - 1 / times);
	return saved;
}

struct penalty
narrow_slowdown(const struct rule_context *context, double elements)
{
	const bool has_loop = has_iterations(context->launch, elements);
	const struct time_form merged = {
		.is_merged = is_merged,
		.merged = elements,
		.branches_as_they_are = true,
		.saved = saved_waits(&context->launch->execution.work, elements),
		.spread = has_loop ? 1 : 1 / elements,
	};
	return ratio(context, &time_as_it_is, &merged);
}

struct penalty
local_slowdown(const struct rule_context *context, int64_t shared)
{
	const struct time_form elsewhere = {
		.locals = shared ? LOCALS_IN_SHARED : LOCALS_IN_REGISTERS,
		.warps = warps_with_more_shared(context, shared),
		.branches_as_they_are = true,
	};
	return ratio(context, &time_as_it_is, &elsewhere);
}

struct penalty
barrier_slowdown(const struct rule_context *context, double warps)
{
	const struct time_form without = {.saved = {.chained_barriers = warps}, .branches_as_they_are = true};
	return ratio(context, &time_as_it_is, &without);
}

struct penalty
link_slowdown(const struct rule_context *context, double copies_us)
{
	const struct time_form copied = {
		.host_memory_is_copied = true, .also_us = copies_us, .branches_as_they_are = true};
	return ratio(context, &time_as_it_is, &copied);
}

struct penalty
uneven_slowdown(const struct rule_context *context)
{
	return ratio(context, &time_as_it_is, &(struct time_form){.even = true});
}

double
time_saved(const struct rule_context *context, struct penalty penalty)
{
	const struct launch *launch = context->launch;
	const double saved = penalty.estimate < 1 ? 0 : 1 - 1 / penalty.estimate;
	return saved * launch->predicted_time.us * program_launches(launch);
}
