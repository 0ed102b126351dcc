/* The variant of a branch: one lane decides for all lanes of its warp, and the deciding lane differs among 32
 * consecutive warps. Each arm gets as many threads as before if the lanes of all warps decide alike, and no warp
 * diverges. In an else-if ladder all conditions change like this; in a loop, the condition for another iteration. */
#include <stdlib.h>

#include "model/memory_model.h"
#include "runtime_check/counterfactual_job.h"
#include "runtime_check/fairness.h"
#include "runtime_check/second_header.h"

/* Whether every warp is predicted to reach the branch whole. The lanes counted at a branch are those that execute its
 * jump. */
static bool
is_whole(const struct site *site)
{
	return site->predicted.lanes == WARP_LANES * site->predicted.requests;
}

/* Whether the warps of the grid are consecutive along x. */
static bool
is_row(const struct launch *launch)
{
	return launch->block[0] % WARP_LANES == 0 && launch->block[1] == 1 && launch->block[2] == 1 &&
	       launch->grid[1] == 1 && launch->grid[2] == 1;
}

/* After one lane has decided for the warp, all lanes are present at a ladder's next condition and in a loop's next
 * iteration. */
static const char *
text_of(const struct making *making, const struct site *site, const char *presence)
{
	const struct counterfactual *own = making->own;
	const char *function = site->branch.form == BRANCH_SWITCH ? "chosen" : "decided",
		   *row = is_row(own->launch->launch) ? "true" : "false";
	const char *value =
		arena_printf(making->arena, "%s(%s)", site->branch.form == BRANCH_SWITCH ? "" : "static_cast<bool>",
	                     site->expression);
	return arena_printf(making->arena, "::gpulint::%s<%s, ::gpulint::%s>(%s)", function, row, presence, value);
}

/* Whether the site is a condition of the ladder: except for the first, each one's diverging branch is the previous
 * condition. */
static bool
is_rung(const struct site *site, const struct site *first)
{
	while (site->kind == SITE_BRANCH && site != first && site->inactive_lanes.branch)
		site = site->inactive_lanes.branch;
	return site == first;
}

static void
collect_rungs(const struct making *making)
{
	struct counterfactual *own = making->own;
	const struct launch *launch = own->launch->launch;
	const struct site *first = own->sites[0];
	for (size_t i = 0; i < launch->site_count && first->branch.form == BRANCH_LADDER; i++) {
		const struct site *site = &launch->sites[i];
		if (site != first && is_rung(site, first))
			arena_push(making->arena, own->sites, own->site_count, own->site_capacity, site);
	}
}

/* Finds the places and new texts of all conditions, in order. Returns NULL, or why there are none. */
static const char *
find_places(const struct making *making, const char *presence, struct edits *edits)
{
	const struct counterfactual *own = making->own;
	*edits = (struct edits){arena_new_array(making->arena, struct edit, own->site_count), own->site_count};
	for (size_t i = 0; i < own->site_count; i++) {
		const char *why = making_find_text(making, own->sites[i], &edits->items[i]);
		if (why)
			return why;
		edits->items[i].text = text_of(making, own->sites[i], presence);
	}
	qsort(edits->items, edits->count, sizeof *edits->items, edit_compare);
	return NULL;
}

static const char *
add_version(const struct making *making, const char *presence)
{
	struct version_draft draft = {.is_counted = true};
	struct version version = {.audit = NO_KERNEL};
	const char *why = find_places(making, presence, &draft.source.edits);
	if (why)
		return why;
	version.kernel = making_add(making, &draft);
	draft.source.macro = SECOND_TWICE;
	version.twice = making_add(making, &draft);
	making_add_version(making, version);
	return NULL;
}

/* The first variant is the one with the least overhead. */
const char *
counterfactual_branch(const struct making *making)
{
	making->own->changed = CHANGED_BRANCH;
	making->own->form = "with whole warps on each side";
	collect_rungs(making);
	for (size_t i = 0; i < making->own->site_count; i++)
		if (making->own->sites[i]->branch.names_lanes)
			return "its sides have code for exactly the active lanes, such as exchanges with their mask";
	const char *why = is_whole(making->own->sites[0]) ? add_version(making, "ALL_LANES") : NULL;
	return why ? why : add_version(making, "SOME_LANES");
}
