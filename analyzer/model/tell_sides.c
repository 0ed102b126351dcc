#include "model/tell_sides.h"

#include <math.h>

#include "model/memory_model.h"
#include "support/pointer_map.h"

void
tallies_settle_sides(const struct tallies *tallies)
{
	for (size_t i = 0; i < tallies->count; i++) {
		struct tally *t = tallies->items[i];
		t->on_sides.requests = t->requests;
		t->on_sides.cost = t->cost;
	}
}

/* Lanes of one block cannot share a warp with those of others: of what parts of warps would save, the part that whole ones do. */
static double
part_saved(const struct tally *branch)
{
	const double parts = branch->side_warps - branch->whole_parts, whole = branch->side_warps - branch->whole_warps;
	return parts > 0 && whole > 0 ? fmin(1, whole / parts) : 0;
}

/* What is left of all, if of `now` in them no more than `whole` is. */
static double
left_of(double all, double now, double whole)
{
	return all > 0 ? fmax(0, 1 - (now - whole) / all) : 1;
}

static struct site_on_side
tell_one(const struct side_list *list, const struct side_sums *sums, const struct tally *branch, const struct site *site)
{
	const struct side_costs *now = &sums->now, *whole = &sums->whole;
	const double part = part_saved(branch), parted = fmin(1, now->requests / list->requests);
	return (struct site_on_side){
		.branch = site, .sides = sums->sides,
		.requests = left_of(list->requests, part * now->requests, part * whole->requests),
		.cost = left_of(list->cost, part * now->cost, part * whole->cost),
		.lines = left_of(1, part * parted, part * parted * whole->lines / fmax(now->lines, LEAST_REQUESTS)),
		.passes = left_of(1, part * parted, part * parted * whole->passes / fmax(now->passes, LEAST_REQUESTS)),
		.parted = parted, .filled = sums->bytes >= (1 - 1e-6) * SECTOR_BYTES * whole->cost ? part * parted : 0,
	};
}

static void
tell_site(const struct side_list *list, const struct relatives *relatives, const struct pointer_map *branches, struct site *site,
          struct arena *arena)
{
	site->on_sides = arena_new_array(arena, struct site_on_side, list->count);
	for (size_t i = 0; i < list->count; i++) {
		const struct site *branch = pointer_map_find(branches, list->items[i].branch);
		if (branch && list->requests > 0)
			site->on_sides[site->on_side_count++] =
				tell_one(list, &list->items[i], relatives->tallies[branch - relatives->sites], branch);
	}
}

void
tell_sides(const struct relatives *relatives, struct arena *arena)
{
	struct pointer_map branches = {0};
	for (size_t i = 0; i < relatives->count; i++)
		if (relatives->sites[i].kind == SITE_BRANCH)
			*pointer_map_value(&branches, relatives->tallies[i]->node) = &relatives->sites[i];
	for (size_t i = 0; i < relatives->count; i++)
		if (relatives->tallies[i]->on_sides.count)
			tell_site(&relatives->tallies[i]->on_sides, relatives, &branches, &relatives->sites[i], arena);
	pointer_map_free(&branches);
}
