#include "model/relate.h"

#include <math.h>
#include <stdlib.h>

#include "model/memory_model.h"
#include "support/allocate.h"
#include "support/pointer_map.h"

static uint64_t
hash_text(uint64_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001B3u;
	return h * 31 + 7;
}

struct hashed {
	uint64_t hash;
	size_t site;
};

static int
by_hash(const void *a, const void *b)
{
	const struct hashed *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->site > y->site) - (x->site < y->site);
}

/* Identifies the site by its text, not by its line, so that unrelated edits keep the identifier. Sites with equal
 * text are numbered. */
static void
set_ids(const struct relatives *relatives, const struct kernel *kernel, struct arena *arena)
{
	struct site *sites = relatives->sites;
	struct hashed *hashed = memory_zeroed(relatives->count, sizeof *hashed);
	for (size_t i = 0; i < relatives->count; i++) {
		uint64_t h = hash_text(0xCBF29CE484222325u, kernel->link_name);
		h = hash_text(h, sites[i].expression);
		hashed[i] = (struct hashed){hash_text(h, site_kind_text(sites[i].kind)), i};
	}
	if (relatives->count)
		qsort(hashed, relatives->count, sizeof *hashed, by_hash);
	unsigned ordinal = 0;
	for (size_t i = 0; i < relatives->count; i++) {
		ordinal = i && hashed[i].hash == hashed[i - 1].hash ? ordinal + 1 : 0;
		sites[hashed[i].site].id =
			arena_printf(arena, "%016llx-%u", (unsigned long long)hashed[i].hash, ordinal);
	}
	free(hashed);
}

/* ---- branches ---- */

static void
set_diverging_branchs(const struct relatives *relatives)
{
	struct pointer_map last = {0};
	for (size_t i = 0; i < relatives->count; i++)
		*pointer_map_value(&last, relatives->accumulators[i]->node) = &relatives->sites[i];
	for (size_t i = 0; i < relatives->count; i++)
		if (relatives->accumulators[i]->diverging_branch)
			relatives->sites[i].inactive_lanes.branch =
				pointer_map_find(&last, relatives->accumulators[i]->diverging_branch);
	pointer_map_free(&last);
}

/* Adds the paths of an else-if to those of the branch before it. If some lanes execute no arm, fewer warps would
 * suffice, but at least one for each visit of a block. */
static void
join_paths(const struct site_accumulator *head, struct site *whole, const struct site *otherwise)
{
	const double warps = whole->branch.arm_warps - head->branch.no_warps + otherwise->branch.arm_warps;
	const double lanes = whole->branch.arm_lanes - head->branch.no_lanes + otherwise->branch.arm_lanes;
	if (!head->branch.both_arms || isnan(warps))
		return;
	if (lanes < whole->branch.arm_lanes)
		whole->branch.whole_warps = fmin(
			whole->branch.whole_warps,
			fmax(head->branch.group_visits, whole->branch.whole_warps * lanes / whole->branch.arm_lanes));
	whole->branch.arm_warps = warps;
	whole->branch.arm_lanes = lanes;
	whole->branch.form = BRANCH_LADDER;
}

/* Iterates from the last site to the first, so that each joined site is already a complete else-if ladder. */
static void
join_ladders(const struct relatives *relatives)
{
	struct site *sites = relatives->sites;
	for (size_t i = relatives->count; i-- > 0;) {
		if (sites[i].kind != SITE_BRANCH || !sites[i].inactive_lanes.branch)
			continue;
		const size_t head = (size_t)(sites[i].inactive_lanes.branch - sites);
		join_paths(relatives->accumulators[head], &sites[head], &sites[i]);
	}
}

/* ---- index keys ---- */

/* The index matters for an inefficient access and for an efficient one in the same loop. For records and tiles, the
 * layout matters instead. */
static bool
has_walk(const struct relatives *relatives, size_t i)
{
	const struct site *site = &relatives->sites[i];
	const struct site_accumulator *accumulator = relatives->accumulators[i];
	const bool one_dimension =
		site->space == SPACE_GLOBAL || (site->space == SPACE_SHARED && !site->shared.row_bytes);
	if (site->kind == SITE_BRANCH || !one_dimension || site->record.is_accessed ||
	    accumulator->reported != accumulator->node)
		return false;
	return site->pattern == PATTERN_STRIDED || site->pattern == PATTERN_MIXED || site->pattern == PATTERN_GATHER ||
	       site->pattern == PATTERN_MISALIGNED || site->pattern == PATTERN_CONTIGUOUS;
}

/* Whether neighbouring lanes access neighbouring elements, aligned or not. */
static bool
is_side_by_side(enum pattern pattern)
{
	return pattern == PATTERN_CONTIGUOUS || pattern == PATTERN_MISALIGNED;
}

/* Whether the two byte steps are the same number of elements of their arrays. */
static bool
is_one_step(const struct site *x, int64_t of_x, const struct site *y, int64_t of_y)
{
	return of_x * (int64_t)y->source.width == of_y * (int64_t)x->source.width;
}

/* Whether lanes and rows of the block step through both arrays equally, or by the same data, in one loop. If the
 * tile's shape determines the addresses, steps cannot be compared. */
static bool
walk_alike(const struct relatives *relatives, size_t i, size_t k)
{
	const struct site_accumulator *a = relatives->accumulators[i], *b = relatives->accumulators[k];
	const struct site *x = &relatives->sites[i], *y = &relatives->sites[k];
	if (a->func != b->func || a->space != b->space || a->repeating.loop != b->repeating.loop ||
	    (x->pattern != y->pattern && !(is_side_by_side(x->pattern) && is_side_by_side(y->pattern))))
		return false;
	if (x->pattern == PATTERN_GATHER)
		return x->space == SPACE_GLOBAL && strcmp(x->reason, y->reason) == 0;
	return (x->step.bytes || is_side_by_side(x->pattern)) && x->step.has_row == y->step.has_row &&
	       is_one_step(x, x->step.bytes, y, y->step.bytes) && is_one_step(x, x->step.row, y, y->step.row);
}

/* The first of several accesses that walk alike represents all of them. The number of compared accesses is limited,
 * because a kernel may have any number. */
static void
set_walks(const struct relatives *relatives)
{
	enum { MOST_HEADS = 256 };
	size_t heads[MOST_HEADS], count = 0;
	for (size_t i = 0; i < relatives->count; i++) {
		size_t head = 0;
		if (!has_walk(relatives, i))
			continue;
		while (head < count && !walk_alike(relatives, i, heads[head]))
			head++;
		if (head == count && count < MOST_HEADS)
			heads[count++] = i;
		relatives->sites[i].object.walk = relatives->accumulators[head < count ? heads[head] : i]->node;
	}
}

void
relate_sites(const struct relatives *relatives, const struct kernel *kernel, struct arena *arena)
{
	set_ids(relatives, kernel, arena);
	set_diverging_branchs(relatives);
	join_ladders(relatives);
	set_walks(relatives);
}
