#include "rules/unstaged-reuse/staging.h"

#include <math.h>
#include <string.h>

#include "model/memory_model.h"
#include "rules/access.h"
#include "rules/shared_room.h"
#include "rules/unstaged-reuse/staged_launch.h"

const char staging_against[] = "from a tile in shared memory";

enum {
	WORD = 4,
	SECTOR_WORDS = SECTOR_BYTES / WORD,
	MOST_LOADS = 64,       /* limit for the staged loads of a launch, because of the time to price them */
	FEWEST_ITERATIONS = 8, /* of a tile: fewer are not worth two barriers */
	MOST_ITERATIONS = 256,
};

/* Mean number of loads of a word; fewer are left to the caches. */
static const double least_reuse = 2;
/* If a warp executes this many times the mean iterations, the warps do not reach a barrier together. */
static const double most_uneven = 1.1;
/* Largest ratio of words that executions load to distinct words, for executions that hardly overlap. */
static const double hardly_again = 1.1;
/* An array whose staging gains less than this is not staged. */
static const double least_part = 1.02;

/* ---- the loads ---- */

/* Whether a warp's lanes access one word or neighbouring words, or do so in each row of the block. In a padded tile
 * these have no bank conflicts. */
static bool
is_free_of_conflicts(const struct site *site)
{
	switch (site->pattern) {
	case PATTERN_UNIFORM:
	case PATTERN_CONTIGUOUS:
	case PATTERN_MISALIGNED: return true;
	case PATTERN_MIXED: return site->step.bytes == 0 || site->step.bytes == (int64_t)site->width;
	default: return false;
	}
}

static bool
is_stageable(const struct site *site)
{
	return site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && site->object.allocation &&
	       !site->object.has_others && !site->sharers.chosen.line && site->copy.path == COPY_NONE &&
	       site->basis.demand_is_known && site->confidence <= CONFIDENCE_BOUNDED &&
	       !site->basis.is_data_dependent && !site->loop.is_open && site->uneven.of_block <= most_uneven &&
	       site->reuse.executions > 0 && is_free_of_conflicts(site);
}

/* Words that the lanes of a block load or store, counted for each lane. */
static double
words_of_lanes(const struct site *site)
{
	return site->predicted.lanes / site->reuse.blocks * site->width / WORD;
}

/* Whether several threads of a block store the same words, in all stores of the launch. Then they do redundant work,
 * and staging their loads is not the fix. */
static bool
is_done_again(const struct launch *launch)
{
	bool stores = false;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind != SITE_STORE || site->space != SPACE_GLOBAL)
			continue;
		const struct block_reuse *reuse = &site->reuse;
		if (!(reuse->executions > 0) ||
		    words_of_lanes(site) < least_reuse * reuse->executions * reuse->new_words)
			return false;
		stores = true;
	}
	return stores;
}

static bool
is_same_loop(const struct place *a, const struct place *b)
{
	return a->line && facts_same_place(a, b);
}

/* ---- arrays ---- */

static double
sum_of(const struct site_set *loads, double (*figure)(const struct site *))
{
	double sum = 0;
	for (size_t i = 0; i < loads->count; i++)
		sum += figure(loads->items[i]);
	return sum;
}

static double
requests_of(const struct site *site)
{
	return site->predicted.requests;
}

static double
executions_of(const struct site *site)
{
	return site->reuse.executions;
}

static double
apart_words_of(const struct site *site)
{
	return site->reuse.apart_words;
}

static double
new_words_of(const struct site *site)
{
	return site->reuse.new_words;
}

static double
new_sectors_of(const struct site *site)
{
	return site->reuse.new_sectors;
}

/* Whether all its loads are in one loop whose iterations hardly load what earlier ones did. */
static bool
is_for_tiles(const struct site_set *loads)
{
	for (size_t i = 0; i < loads->count; i++)
		if (!is_same_loop(&loads->items[i]->loop.place, &loads->items[0]->loop.place) ||
		    loads->items[i]->reuse.executions < FEWEST_ITERATIONS)
			return false;
	return sum_of(loads, apart_words_of) <= hardly_again * sum_of(loads, new_words_of);
}

/* Words between the first and the last word that the loads read. */
static double
words_between(const struct site_set *loads)
{
	uint64_t first = UINT64_MAX, end = 0;
	for (size_t i = 0; i < loads->count; i++) {
		const struct block_reuse *reuse = &loads->items[i]->reuse;
		first = reuse->first < first ? reuse->first : first;
		end = reuse->end > end ? reuse->end : end;
	}
	return ceil((double)(end - first) / WORD);
}

/* Words that a block copies if it copies all that it loads. If some iterations were not evaluated, only an array part
 * without gaps is known. NAN: unknown. */
static double
words_of_all(const struct site_set *loads)
{
	bool is_estimated = false;
	for (size_t i = 0; i < loads->count; i++)
		is_estimated |= loads->items[i]->reuse.is_estimated;
	const double counted = sum_of(loads, new_words_of), between = words_between(loads);
	return between <= counted ? between : is_estimated ? NAN : counted;
}

static struct staged_array
array_of(struct site_set loads)
{
	const bool is_whole = !is_for_tiles(&loads);
	const double copied = is_whole ? words_of_all(&loads) : sum_of(&loads, apart_words_of);
	const double counted = sum_of(&loads, new_words_of), sectors = sum_of(&loads, new_sectors_of);
	return (struct staged_array){
		.loads = loads,
		.requests = sum_of(&loads, requests_of),
		.read_words = sum_of(&loads, words_of_lanes),
		.copied_words = copied,
		.sectors = fmax(copied / SECTOR_WORDS, sectors * copied / counted),
		.executions = loads.items[0]->reuse.executions,
		.is_whole = is_whole,
	};
}

/* Whether all threads of the block read one element at a time, such as a coefficient. Then a request needs one line of
 * L1, as it would need one wavefront. */
static bool
is_read_by_all_at_once(const struct staged_array *array)
{
	const struct site_set *loads = &array->loads;
	return sum_of(loads, apart_words_of) * WORD <= loads->items[0]->width * sum_of(loads, executions_of);
}

/* All loads of the array; none if one of them cannot be staged. */
static struct site_set
loads_of(const struct rule_context *context, const void *memory)
{
	const struct launch *launch = context->launch;
	const struct site **loads = arena_array(&context->facts->arena, MOST_LOADS, sizeof *loads);
	struct site_set set = {loads, 0};
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind != SITE_LOAD || site->object.allocation != memory)
			continue;
		if (!is_stageable(site) || set.count == MOST_LOADS)
			return (struct site_set){NULL, 0};
		loads[set.count++] = site;
	}
	return set;
}

static bool
is_first_of_memory(const struct launch *launch, const struct site *site)
{
	for (const struct site *before = launch->sites; before < site; before++)
		if (before->kind == SITE_LOAD && before->object.allocation == site->object.allocation)
			return false;
	return true;
}

static void
insert(struct staging *staging, const struct staged_array *array)
{
	unsigned at = staging->count;
	while (at > 0 && staging->arrays[at - 1].requests < array->requests)
		at--;
	if (at == MOST_STAGED_ARRAYS)
		return;
	if (staging->count < MOST_STAGED_ARRAYS)
		staging->count++;
	memmove(&staging->arrays[at + 1], &staging->arrays[at], (staging->count - 1 - at) * sizeof *array);
	staging->arrays[at] = *array;
}

static void
find_arrays(const struct rule_context *context, struct staging *staging)
{
	const struct launch *launch = context->launch;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (!is_stageable(site) || !is_first_of_memory(launch, site) ||
		    launch_may_write(launch, site->object.allocation))
			continue;
		const struct site_set loads = loads_of(context, site->object.allocation);
		if (!loads.count)
			continue;
		const struct staged_array array = array_of(loads);
		if (array.read_words >= least_reuse * array.copied_words && !is_read_by_all_at_once(&array))
			insert(staging, &array);
	}
}

/* ---- the tile ---- */

static double
words_of_iteration(const struct staged_array *array)
{
	return array->copied_words / array->executions;
}

static double
bytes_of(const struct staging *staging)
{
	double words = 0;
	for (unsigned i = 0; i < staging->count; i++) {
		const struct staged_array *array = &staging->arrays[i];
		words += array->is_whole ? array->copied_words : staging->iterations * words_of_iteration(array);
	}
	return words * WORD;
}

/* Finds the loop that reads all arrays that are not copied whole. False: there are several. */
static bool
find_loop(struct staging *staging)
{
	staging->loop = NULL;
	for (unsigned i = 0; i < staging->count; i++) {
		const struct place *loop = &staging->arrays[i].loads.items[0]->loop.place;
		if (staging->arrays[i].is_whole)
			continue;
		if (staging->loop && !is_same_loop(loop, staging->loop))
			return false;
		staging->loop = loop;
	}
	return true;
}

static double
most_iterations(const struct staging *staging)
{
	double most = staging->loop ? MOST_ITERATIONS : 0;
	for (unsigned i = 0; i < staging->count; i++)
		if (!staging->arrays[i].is_whole)
			most = fmin(most, staging->arrays[i].executions);
	return most;
}

/* The rule's context, and the base launch. */
struct pricing_context {
	const struct rule_context *context;
	const struct launch *base;
};

static struct penalty
price(const struct pricing_context *pricing, const struct staging *staging)
{
	struct rule_context unheld = *pricing->context;
	unheld.launch = pricing->base;
	return launch_slowdown(&unheld, staged_launch(pricing->context, pricing->base, staging));
}

/* Of the tiles that fit, chooses the fastest; among equals, the smallest. False: none fits. */
static bool
choose_tile(const struct pricing_context *pricing, struct staging *staging)
{
	struct staging tried = *staging;
	bool found = false;
	if (!find_loop(&tried))
		return false;
	const double most = most_iterations(&tried);
	tried.iterations = tried.loop ? FEWEST_ITERATIONS : 0;
	do {
		tried.bytes = bytes_of(&tried);
		if (tried.bytes > shared_room(pricing->context))
			break;
		tried.penalty = price(pricing, &tried);
		if (!found || tried.penalty.estimate > staging->penalty.estimate * least_part)
			*staging = tried;
		found = true;
		tried.iterations *= 2;
	} while (tried.loop && tried.iterations <= most);
	return found;
}

/* ---- selection of arrays ---- */

/* count 0: no array is left, or no tile fits. */
static struct staging
without(const struct pricing_context *pricing, const struct staging *staging, unsigned at)
{
	struct staging rest = *staging;
	memmove(&rest.arrays[at], &rest.arrays[at + 1], (staging->count - 1 - at) * sizeof *rest.arrays);
	rest.count--;
	return rest.count && choose_tile(pricing, &rest) ? rest : (struct staging){.count = 0};
}

/* Whether the launch is as fast without the copy of this array. An array that is read about as often as the first one
 * is staged too, unless that is slower: both factors of a matrix product. */
static bool
is_needless(const struct staging *staging, unsigned at, const struct staging *rest)
{
	const bool is_read_as_often = 2 * staging->arrays[at].requests > staging->arrays[0].requests;
	const double by = is_read_as_often ? 1 / least_part : least_part;
	return rest->count && rest->penalty.estimate * by >= staging->penalty.estimate;
}

/* Removes arrays that are not worth staging, those with few requests first. */
static void
take_out(const struct pricing_context *pricing, struct staging *staging)
{
	for (unsigned at = staging->count; at-- > 0;) {
		const struct staging rest = without(pricing, staging, at);
		if (is_needless(staging, at, &rest))
			*staging = rest;
	}
}

/* Removes the array with fewest requests until the others fit. */
static bool
fit(const struct pricing_context *pricing, struct staging *staging)
{
	while (staging->count && !choose_tile(pricing, staging))
		staging->count--;
	return staging->count > 0;
}

struct staging
staging_find(const struct rule_context *context)
{
	struct staging staging = {.count = 0};
	if (!context->rates || is_done_again(context->launch))
		return staging;
	find_arrays(context, &staging);
	if (!staging.count)
		return staging;
	const struct pricing_context pricing = {context, unheld_launch(context)};
	if (fit(&pricing, &staging))
		take_out(&pricing, &staging);
	return isnan(staging.penalty.estimate) ? (struct staging){.count = 0} : staging;
}
