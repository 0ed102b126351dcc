#include "eval/order/shared_race_word.h"

#include <string.h>

#include "domain/memory.h"
#include "eval/state/machine.h"
#include "eval/state/object.h"

enum { WARP_THREADS = 32 };

/* ---- pairs ---- */

static bool
are_in_one_warp(unsigned a, unsigned b)
{
	return a / WARP_THREADS == b / WARP_THREADS;
}

/* Whether threads may wait for each other with this variable. */
static bool
is_flag(const struct race_access *access, const struct seen *first)
{
	const struct race_site *sites = access->races->sites;
	return sites[first->site].is_volatile && sites[access->site].is_volatile &&
	       sites[access->site].kind == SITE_LOAD;
}

/* The assumption of the second access, else that of the first one's site: accesses of one site are not kept apart. */
static const char *
assumption_of(const struct race_access *access, const struct seen *first)
{
	return access->m->assumption ? access->m->assumption : access->races->sites[first->site].assumption;
}

/* Records a race. For a pair of sites, threads of different warps are preferred to threads of one warp. A flag is no
 * race: it orders the block. */
static void
note_pair(const struct race_access *access, const struct seen *first, unsigned thread)
{
	struct shared_races *races = access->races;
	const bool in_warp = are_in_one_warp(first->thread, thread);
	unsigned i = 0;
	if (!in_warp && is_flag(access, first)) {
		races->interval++;
		return;
	}
	while (i < races->pair_count &&
	       (races->pairs[i].first != first->site || races->pairs[i].second != access->site))
		i++;
	if (i == MOST_RACE_PAIRS || (i < races->pair_count && (in_warp || !races->pairs[i].in_warp)))
		return;
	const uint32_t interval = i < races->pair_count ? races->pairs[i].interval : races->interval;
	races->pair_count += i == races->pair_count;
	races->pairs[i] = (struct race_pair){first->site,
	                                     access->site,
	                                     first->thread,
	                                     (uint16_t)thread,
	                                     in_warp,
	                                     interval,
	                                     {0},
	                                     NULL,
	                                     assumption_of(access, first)};
	memcpy(races->pairs[i].block, races->block, sizeof races->block);
	races->pairs[i].array = object_name_at(access->m, access->array->object, races->sites[access->site].expr);
}

/* Whether nothing orders the earlier access and an access that the thread makes to these bytes now. */
static bool
is_beside(const struct shared_races *races, const struct seen *seen, unsigned thread, uint8_t bytes)
{
	return seen->interval == races->interval && seen->thread != thread && (seen->bytes & bytes) &&
	       (!are_in_one_warp(seen->thread, thread) ||
	        seen->warp_interval == races->warp_interval[thread / WARP_THREADS]);
}

static struct seen
seen_now(const struct race_access *access, unsigned thread, uint8_t bytes)
{
	const struct shared_races *races = access->races;
	return (struct seen){races->interval, races->warp_interval[thread / WARP_THREADS],
	                     races->stores,   (uint16_t)thread,
	                     access->site,    bytes};
}

/* ---- words ---- */

static bool
is_atomic(const struct race_access *access, const struct seen *seen)
{
	return access->races->sites[seen->site].kind == SITE_ATOMIC;
}

void
race_word_load(const struct race_access *access, struct race_word *word, unsigned thread, uint8_t bytes)
{
	const struct shared_races *races = access->races;
	if (is_beside(races, &word->store, thread, bytes) && !word->by_several)
		note_pair(access, &word->store, thread);
	struct seen *first = &word->loads[0], *second = &word->loads[1];
	if (first->interval != races->interval) {
		*first = seen_now(access, thread, bytes);
		second->interval = 0;
	} else if (first->thread == thread) {
		*first = seen_now(access, thread, bytes);
	} else if (second->interval != races->interval || !are_in_one_warp(first->thread, thread)) {
		*second = seen_now(access, thread, bytes);
	}
}

/* A hash of the number that the lane stores to the word, never 0; 0: the number is unknown. */
static uint64_t
value_in(const struct race_access *access, unsigned thread)
{
	const struct value *stored = access->stored;
	if (!stored || !value_known(stored, thread))
		return 0;
	const union lane lane = stored->lane[value_at(stored, thread)];
	return ((uint64_t)lane.integer + 1) * 0x9e3779b97f4a7c15 | 1;
}

static bool
stores_race(const struct race_access *access, const struct race_word *word, uint64_t value)
{
	const bool is_now = access->races->sites[access->site].kind == SITE_ATOMIC,
		   was = is_atomic(access, &word->store);
	return is_now != was || (!is_now && value && word->value && value != word->value);
}

/* Whether lanes of the same warp executed the load directly before this store. */
static bool
is_made_together(const struct race_access *access, const struct seen *load, unsigned thread)
{
	return are_in_one_warp(load->thread, thread) && load->stores + 1 == access->races->stores;
}

/* Whether the bytes are known to hold the stored number already: then earlier loads do not conflict. */
static bool
changes_nothing(const struct race_access *access, unsigned thread)
{
	const struct memory *memory = access->m->memory;
	const struct value *stored = access->stored;
	const unsigned width = (unsigned)access->type->size;
	uint64_t bits;
	if (!stored || width > sizeof bits)
		return false;
	const struct term term = value_term(stored, thread);
	if (term.symbol) {
		const struct term there =
			memory_read_symbol(memory, access->array->object, (int64_t)access->from, width);
		return !symbol_varies(access->m->symbols, term.symbol) && term_equal(there, term);
	}
	return memory_read(memory, access->array->object, (int64_t)access->from, width, &bits) &&
	       bits == bits_of_lane(stored->lane[value_at(stored, thread)], access->type, stored->real);
}

void
race_word_store(const struct race_access *access, struct race_word *word, unsigned thread, uint8_t bytes)
{
	const struct shared_races *races = access->races;
	const uint64_t value = value_in(access, thread);
	const bool is_second = word->store.interval == races->interval;
	if (is_beside(races, &word->store, thread, bytes) && stores_race(access, word, value))
		note_pair(access, &word->store, thread);
	for (int i = 0; i < 2; i++)
		if (is_beside(races, &word->loads[i], thread, bytes) &&
		    !is_made_together(access, &word->loads[i], thread) && !changes_nothing(access, thread))
			note_pair(access, &word->loads[i], thread);
	word->by_several = is_second && races->sites[access->site].kind != SITE_ATOMIC &&
	                   (word->by_several || word->store.thread != thread);
	word->store = seen_now(access, thread, bytes);
	word->value = value;
}
