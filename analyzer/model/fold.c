#include "model/fold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/plain.h"
#include "model/fold_internal.h"
#include "support/memory.h"

struct fold *
fold_new(const struct symbols *symbols, const struct memory *memory, const struct gpu *gpu, unsigned warps,
         FILE *events)
{
	struct fold *fold = memory_zeroed(1, sizeof *fold);
	fold->symbols = symbols;
	fold->memory = memory;
	fold->gpu = gpu;
	fold->warps = warps;
	fold->events = events;
	fold->block_width = 1;
	fold->caches = caches_new();
	return fold;
}

void
fold_set_code(struct fold *fold, const struct ir_func *kernel, struct known_code *code)
{
	fold->kernel = kernel;
	fold->code = code;
}

void
fold_note_cluster(struct fold *fold)
{
	fold->in_cluster = true;
}

uint64_t
fold_events(const struct fold *fold)
{
	return fold->event_count;
}

void
fold_free(struct fold *fold)
{
	tallies_free(&fold->tallies);
	own_variables_free(&fold->own);
	free(fold->bases);
	free(fold->open_loops);
	free(fold->barriers);
	free(fold->fences);
	free(fold->shared_races);
	free(fold->barrier_uses);
	caches_free(fold->caches);
	free(fold);
}

/* ---- blocks ---- */

static bool
alike(double x, double y)
{
	return fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static bool
same_sums(const struct block_sums *a, const struct block_sums *b)
{
	return alike(a->requests, b->requests) && alike(a->lanes, b->lanes) && alike(a->cost, b->cost) &&
	       alike(a->divergent, b->divergent);
}

/* Compares what the block that has run made of the site with what the first one made of it. */
static void
compare_block(struct fold *fold, struct tally *t)
{
	if (fold->block_count == 1)
		t->first = t->block;
	fold->blocks_differ |= !same_sums(&t->first, &t->block);
}

static void
note_slowest_warp(struct fold *fold, struct tally *t)
{
	double most = 0, all = 0;
	for (unsigned w = 0; w < fold->warps; w++) {
		most = fmax(most, t->of_warp[w]);
		all += t->of_warp[w];
		fold->of_warp[w] += t->kind == SITE_BRANCH ? 0 : t->of_warp[w];
		t->of_warp[w] = 0;
	}
	t->of_slowest += most;
	if (all > 0)
		t->of_busiest = fmax(t->of_busiest, most * t->block.requests / all);
}

static void
note_busiest_warp(struct fold *fold)
{
	double most = 0, all = 0, taking = 0;
	for (unsigned w = 0; w < fold->warps; w++) {
		most = fmax(most, fold->of_warp[w]);
		all += fold->of_warp[w];
		taking += fold->of_warp[w] > 0;
		fold->of_warp[w] = 0;
	}
	fold->of_slowest += most;
	fold->of_mean += taking > 0 ? all / taking : 0;
}

void
fold_divergent_barrier(struct fold *fold, const struct fold_barrier *barrier)
{
	const struct noted_barrier noted = {*barrier, {fold->at[0], fold->at[1], fold->at[2]}};
	for (size_t i = 0; i < fold->barrier_count; i++) {
		struct noted_barrier *before = &fold->barriers[i];
		if (before->barrier.site != barrier->site)
			continue;
		if (before->barrier.missing_end && !barrier->missing_end)
			*before = noted;
		return;
	}
	memory_push(fold->barriers, fold->barrier_count, fold->barrier_capacity, noted);
}

void
fold_system_fence(struct fold *fold, const struct fold_fence *fence)
{
	size_t i = 0;
	while (i < fold->fence_count && fold->fences[i].place != fence->place)
		i++;
	if (i == fold->fence_count)
		memory_push(fold->fences, fold->fence_count, fold->fence_capacity,
		            ((struct fold_fence){fence->place, fence->func, 0}));
	fold->fences[i].warps += fence->warps;
}

void
fold_shared_race(struct fold *fold, const struct fold_race *race)
{
	memory_push(fold->shared_races, fold->shared_race_count, fold->shared_race_capacity, *race);
}

void
fold_barrier_use(struct fold *fold, const struct fold_barrier_use *use)
{
	memory_push(fold->barrier_uses, fold->barrier_use_count, fold->barrier_use_capacity, *use);
}

void
fold_set_unbounded_time(struct fold *fold, uint32_t reason)
{
	fold->unbounded_time = reason;
}

void
fold_set_l1_room(struct fold *fold, uint64_t room)
{
	fold->l1_room = room;
}

void
fold_note_indices(struct fold *fold)
{
	fold->notes_indices = true;
}

/* The first block that runs, and then the first that stands for others. */
static bool
is_to_be_followed(struct fold *fold, bool for_others)
{
	const bool first = !fold->block_count, inner = for_others && !fold->followed_inner;
	fold->followed_inner |= inner;
	return first || inner;
}

void
fold_begin_block(struct fold *fold, const uint32_t at[3], unsigned width, bool for_others)
{
	const bool followed = is_to_be_followed(fold, for_others);
	fold->block_count++;
	fold->first_thread = (uint64_t)at[0] * width;
	fold->block_width = width;
	memcpy(fold->at, at, sizeof fold->at);
	for (size_t i = 0; followed && i < fold->tallies.count; i++)
		flow_restart(&fold->tallies.items[i]->flow);
	caches_begin_block(fold->caches, fold->l1_room, followed);
}

double
fold_idle_share(const struct fold *fold)
{
	unsigned busy = 0;
	for (unsigned w = 0; w < fold->warps; w++)
		busy += fold->busy[w] != 0;
	return 1 - (double)busy / fold->warps;
}

void
fold_end_block(struct fold *fold)
{
	caches_end_block(fold->caches);
	for (unsigned w = 0; w < fold->warps; w++)
		fold->busy_warps += fold->busy[w] ? fold->busy_weight : 0;
	memset(fold->busy, 0, sizeof fold->busy);
	constant_cache_end_block(&fold->constants);
	for (size_t i = 0; i < fold->tallies.count; i++) {
		struct tally *t = fold->tallies.items[i];
		compare_block(fold, t);
		if (t->kind == SITE_BRANCH)
			fold_branch_end_block(t);
		note_slowest_warp(fold, t);
		t->block = (struct block_sums){0};
		t->last_address = 0;
	}
	note_busiest_warp(fold);
}

bool
fold_blocks_differ(const struct fold *fold)
{
	return fold->blocks_differ;
}

/* ---- a run by example ---- */

static bool
depends_on_data(const struct tally *t)
{
	/* Of textures no example tells more. */
	if (t->space == SPACE_TEXTURE)
		return false;
	return t->unknown_requests > 0 || t->doubtful_requests > 0 || t->spread_symbol || t->example_symbol;
}

/* Nothing diverges at a branch that is none. */
static bool
is_selection(const struct tally *t)
{
	return t->kind == SITE_BRANCH && branch_selects(t->func, t->node);
}

bool
fold_depends_on_data(const struct fold *fold)
{
	for (size_t i = 0; i < fold->tallies.count; i++)
		if (depends_on_data(fold->tallies.items[i]) && !is_selection(fold->tallies.items[i]))
			return true;
	return false;
}

void
fold_set_likely(struct fold *fold, const struct fold *likely)
{
	fold->likely = likely;
}

const struct tally *
likely_tally(const struct fold *fold, const struct tally *tally)
{
	if (!fold->likely || !depends_on_data(tally))
		return NULL;
	const struct tally *likely =
		tallies_find(&fold->likely->tallies, tally->node, tally->place, tally->kind, tally->space);
	return likely && likely->requests > 0 && !likely->unknown_requests &&
	                       (!likely->doubtful_requests || tally->unknown_requests > 0)
	               ? likely
	               : NULL;
}
