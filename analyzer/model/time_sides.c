#include "model/time_sides.h"

#include <math.h>
#include <stdlib.h>

#include "support/memory.h"
#include "support/pointer_map.h"

/* ---- waiting ---- */

/* Shorter sides that store nothing are made without a branch, or go on without what they load. */
static const double short_sides = 10;

static int
by_side(const void *left, const void *right)
{
	const struct waited_load *a = left, *b = right;
	if (a->on->branch != b->on->branch)
		return a->on->branch < b->on->branch ? -1 : 1;
	if (a->on->sides != b->on->sides)
		return a->on->sides < b->on->sides ? -1 : 1;
	return (a->load > b->load) - (a->load < b->load);
}

static bool
waits(const struct waited_load *items, size_t count)
{
	bool stores = items->on->branch->side_instructions > short_sides;
	for (size_t i = 0; i < count && !stores; i++)
		stores = items[i].load->kind != SITE_LOAD;
	return stores;
}

/* Leaves the loads of those sides alone that do something with what these bring. */
static void
keep_waited(struct waited_loads *all)
{
	size_t kept = 0;
	for (size_t first = 0, end; first < all->count; first = end) {
		const struct site_on_side *on = all->items[first].on;
		for (end = first; end < all->count && all->items[end].on->branch == on->branch && all->items[end].on->sides == on->sides;)
			end++;
		const bool side_waits = waits(&all->items[first], end - first);
		for (size_t i = first; i < end && side_waits; i++)
			if (all->items[i].load->kind == SITE_LOAD && !all->items[i].load->phase)
				all->items[kept++] = all->items[i];
	}
	all->count = kept;
}

struct waited_loads
time_waited_loads(const struct launch *launch)
{
	struct waited_loads all = {0};
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool counts = site->space == SPACE_GLOBAL || site->space == SPACE_SHARED;
		for (size_t k = 0; k < site->on_side_count && counts; k++)
			memory_push(all.items, all.count, all.capacity, ((struct waited_load){site, &site->on_sides[k]}));
	}
	if (all.count)
		qsort(all.items, all.count, sizeof *all.items, by_side);
	keep_waited(&all);
	return all;
}

bool
time_is_whole_with(const struct site *branch, const struct site *other)
{
	while (other && other != branch)
		other = branch->form == BRANCH_LADDER && other->kind == SITE_BRANCH ? other->divider : NULL;
	return other == branch;
}

/* ---- whole warps ---- */

static const struct site_on_side *
on_side_of(const struct site *site, const struct site *branch)
{
	for (size_t i = 0; i < site->on_side_count; i++)
		if (site->on_sides[i].branch == branch)
			return &site->on_sides[i];
	return NULL;
}

/* Of what the loan is of, the share that the other still wants: nothing of its own where it is on the same sides, all where it is
 * on none. */
static double
still_wanted(const struct site_loan *loan, const struct site_on_side *own, const struct site_on_side *other)
{
	if (!other)
		return loan->share;
	return other->sides == own->sides ? 0 : loan->share * other->cost;
}

/* Of the sectors that come for the site, the share that others want when it is on its sides alone. Those on one side want the same. */
static double
wanted_elsewhere(const struct site *site, const struct site_on_side *own, const struct pointer_map *by_flow)
{
	double all = 0;
	uint64_t seen = 0;
	for (size_t i = 0; i < site->loan_count; i++) {
		const struct site *to = site->loans[i].to ? pointer_map_find(by_flow, site->loans[i].to) : NULL;
		const struct site_on_side *other = to ? on_side_of(to, own->branch) : NULL;
		if (!other || other->sides & ~seen)
			all += still_wanted(&site->loans[i], own, other);
		seen |= other ? other->sides : 0;
	}
	return fmin(site->lent, all);
}

static void
make_whole(struct demand *d, const struct site_on_side *own, double elsewhere)
{
	const double sectors = own->cost >= 1 ? own->cost : fmin(1, own->cost + elsewhere);
	d->lookups *= own->lines;
	d->wavefronts *= own->cost;
	d->l2_sectors *= sectors;
	d->late *= own->requests;
	d->l2_lines *= own->lines;
	d->merged_lines *= own->lines;
	d->resumed_lines = fmin(d->l2_lines, d->resumed_lines * (own->filled > 0 ? 1 - own->filled : own->lines));
	d->passes *= own->passes;
	d->constants *= own->requests;
	d->constant_passes *= own->cost;
	for (unsigned i = 0; i < NEARNESSES; i++) {
		const double filled = own->filled * d->part_stored[i];
		d->loaded[i] *= sectors;
		d->part_stored[i] = sectors * (d->part_stored[i] - filled);
		d->stored[i] = sectors * (d->stored[i] + filled);
	}
}

struct demand *
time_whole_demands(const struct launch *launch, const struct site *branch)
{
	struct demand *demands = memory_zeroed(launch->site_count + 1, sizeof *demands);
	struct pointer_map by_flow = {0};
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].flow)
			*pointer_map_value(&by_flow, launch->sites[i].flow) = &launch->sites[i];
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const struct site_on_side *own = on_side_of(site, branch);
		demands[i] = site->demand;
		if (own)
			make_whole(&demands[i], own, wanted_elsewhere(site, own, &by_flow));
	}
	pointer_map_free(&by_flow);
	return demands;
}
