#include "eval/order/shared_race_word.h"

#include <stdlib.h>
#include <string.h>

#include "eval/state/machine.h"
#include "eval/state/program.h"
#include "model/event.h"
#include "support/allocate.h"
#include "support/hash.h"

enum {
	MOST_BYTES = 228 << 10, /* of shared memory in a block */
	/* word accesses that are analysed for each launch; later ones are ignored, to bound the time */
	MOST_LANE_WORDS = 1 << 19,
};

/* NULL: beyond the largest shared memory of a block. */
static struct race_word *
word_at(struct race_array *array, uint64_t at)
{
	if (at >= MOST_BYTES / RACE_WORD)
		return NULL;
	if (at >= array->count) {
		const size_t count =
			(size_t)(at + 1) * 2 < MOST_BYTES / RACE_WORD ? (size_t)(at + 1) * 2 : MOST_BYTES / RACE_WORD;
		array->words = memory_resize(array->words, memory_product(count, sizeof *array->words));
		memset(array->words + array->count, 0, (count - array->count) * sizeof *array->words);
		array->count = count;
	}
	return &array->words[at];
}

/* The bytes of the word that are in the range from `from` to before `to` of its object, one bit each. */
static uint8_t
bytes_in(uint64_t word, uint64_t from, uint64_t to)
{
	uint8_t bytes = 0;
	for (unsigned i = 0; i < RACE_WORD; i++)
		bytes |= (uint8_t)((word * RACE_WORD + i >= from && word * RACE_WORD + i < to) << i);
	return bytes;
}

/* ---- accesses ---- */

/* The shared array that the lane accesses; NULL: other memory. */
static struct race_array *
array_at(struct machine *m, const struct value *address, unsigned lane)
{
	struct shared_races *races = m->ordering.races;
	const struct object *object = memory_object_at(m->memory, address->lane[value_at(address, lane)].integer);
	if (!object || object->kind != OBJECT_SHARED)
		return NULL;
	for (size_t i = 0; i < races->array_count; i++)
		if (races->arrays[i].object == object)
			return &races->arrays[i];
	memory_push(races->arrays, races->array_count, races->array_capacity, (struct race_array){.object = object});
	return &races->arrays[races->array_count - 1];
}

/* The index of a known site; HASH_INDEX_END: it is new. */
static size_t
known_site(const struct shared_races *races, const struct ir_expr *expr, enum site_kind kind, uint64_t hash)
{
	size_t i = hash_index_last(&races->site_index, hash);
	while (i != HASH_INDEX_END && (races->sites[i].expr != expr || races->sites[i].kind != kind))
		i = hash_index_before(&races->site_index, i);
	return i;
}

/* The site of an expression for one kind of access: an expression that loads and stores has two. False: there are
 * too many sites. */
static bool
find_site(struct machine *m, const struct ir_expr *expr, const struct ir_type *type, enum site_kind kind,
          uint16_t *site)
{
	struct shared_races *races = m->ordering.races;
	const uint64_t hash = hash_mix((uintptr_t)expr, kind);
	size_t i = known_site(races, expr, kind, hash);
	if (i == HASH_INDEX_END && races->site_count > UINT16_MAX)
		return false;
	if (i == HASH_INDEX_END) {
		i = races->site_count;
		const struct race_site new = {expr, m->frame->func, kind, type->is_volatile, NULL};
		memory_push(races->sites, races->site_count, races->site_capacity, new);
		hash_index_add(&races->site_index, hash);
	}
	if (!races->sites[i].assumption)
		races->sites[i].assumption = m->assumption;
	*site = (uint16_t)i;
	return true;
}

/* The lanes that certainly execute the access. */
static struct mask
sure_lanes(const struct machine *m)
{
	const struct mask known = mask_without(&m->active.must, &m->divergence.maybe_active);
	return mask_without(&known, &m->divergence.may_have_left);
}

/* Whether the access is analysed. Accesses in the built-in headers are not: the real libraries do the same work with
 * other accesses. */
static bool
is_looked_at(const struct machine *m, const struct ir_expr *site)
{
	return m->ordering.races && !m->ordering.races->is_over && site && !m->by_example && !m->divergence.one_lane &&
	       !m->frame->entry.call && !m->frame->func->is_library;
}

static void
touch_lane(struct race_access *access, const struct value *address, unsigned lane)
{
	struct shared_races *races = access->races;
	const int64_t at = address->lane[value_at(address, lane)].integer - object_base(access->array->object);
	if (!value_known(address, lane) || at < 0 || at >= MOST_BYTES)
		return;
	const uint64_t from = (uint64_t)at, to = from + access->type->size;
	const bool is_load = races->sites[access->site].kind == SITE_LOAD;
	access->from = from;
	for (uint64_t word = from / RACE_WORD; word <= (to - 1) / RACE_WORD; word++) {
		struct race_word *touched = word_at(access->array, word);
		if (touched)
			(is_load ? race_word_load : race_word_store)(access, touched, lane, bytes_in(word, from, to));
		races->lane_words++;
	}
}

/* Some lanes that represent all others, if all make the same access at one address: up to two lanes from each of two
 * warps. */
static struct mask
some_lanes(const struct mask *lanes)
{
	struct mask some = mask_none();
	unsigned warps = 0;
	for (unsigned w = 0; w < MAX_WARPS && warps < 2; w++) {
		const uint32_t first = lanes->warp[w] & -lanes->warp[w], others = lanes->warp[w] & ~first;
		some.warp[w] = first | (others & -others);
		warps += first != 0;
	}
	return some;
}

static void
touch(struct machine *m, const struct ir_expr *site, enum site_kind kind, const struct ir_type *type,
      const struct value *address, const struct value *stored)
{
	if (!is_looked_at(m, site))
		return;
	struct mask lanes = sure_lanes(m);
	const bool are_alike = address->uniform && (kind != SITE_STORE || (stored && stored->uniform));
	if (mask_empty(&lanes) || !type->size)
		return;
	struct race_access access = {.m = m,
	                             .races = m->ordering.races,
	                             .array = array_at(m, address, mask_first(&lanes)),
	                             .type = type,
	                             .stored = stored};
	if (!access.array)
		return;
	if (!find_site(m, site, type, kind, &access.site)) {
		access.races->is_over = true;
		return;
	}
	access.races->stores += kind != SITE_LOAD;
	if (are_alike)
		lanes = some_lanes(&lanes);
	for (unsigned w = 0; w < m->warps; w++)
		for (uint32_t bits = lanes.warp[w]; bits; bits &= bits - 1)
			touch_lane(&access, address, w * 32 + (unsigned)__builtin_ctz(bits));
	access.races->is_over = access.races->lane_words > MOST_LANE_WORDS;
}

/* A volatile load in a loop of unknown trip count may wait for a store by another thread. */
static bool
may_wait(const struct machine *m, const struct ir_expr *site)
{
	return m->ordering.races && m->sampling.open_loop && site && site->type->is_volatile;
}

void
shared_races_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                  const struct value *address)
{
	if (may_wait(m, site))
		shared_races_order_block(m);
	touch(m, site, SITE_LOAD, type, address, NULL);
}

void
shared_races_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                   const struct value *address, const struct value *stored)
{
	touch(m, site, SITE_STORE, type, address, stored);
}

void
shared_races_atomic(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                    const struct value *address)
{
	touch(m, site, SITE_ATOMIC, type, address, NULL);
}

/* ---- order of accesses ---- */

void
shared_races_order_block(struct machine *m)
{
	if (m->ordering.races)
		m->ordering.races->interval++;
}

void
shared_races_order_warps(struct machine *m)
{
	for (unsigned w = 0; m->ordering.races && w < m->warps; w++)
		m->ordering.races->warp_interval[w] += m->active.may.warp[w] != 0;
}

/* ---- a launch ---- */

void
shared_races_begin(struct machine *m)
{
	m->ordering.races = memory_zeroed(1, sizeof *m->ordering.races);
}

void
shared_races_begin_block(struct machine *m, const uint32_t block[3])
{
	if (m->ordering.races)
		memcpy(m->ordering.races->block, block, sizeof m->ordering.races->block);
	shared_races_order_block(m);
}

void
shared_races_end(struct machine *m)
{
	if (m->ordering.races)
		m->ordering.races->is_over = true;
}

void
shared_races_give_up(struct machine *m)
{
	shared_races_end(m);
	if (m->ordering.races)
		m->ordering.races->pair_count = 0;
}

static struct race_event_end
end_of(const struct shared_races *races, uint16_t site, unsigned thread)
{
	const struct race_site *s = &races->sites[site];
	return (struct race_event_end){s->expr, s->func, s->kind, thread};
}

void
shared_races_report(struct machine *m)
{
	const struct shared_races *races = m->ordering.races;
	for (unsigned i = 0; races && i < races->pair_count; i++) {
		const struct race_pair *pair = &races->pairs[i];
		struct race_event race = {
			.first = end_of(races, pair->first, pair->first_thread),
			.second = end_of(races, pair->second, pair->second_thread),
			.array = pair->array,
			.in_warp = pair->in_warp,
			.interval = pair->interval,
			.assumption = pair->assumption,
		};
		memcpy(race.block, pair->block, sizeof race.block);
		m->sink->ops->shared_race(m->sink, &race);
	}
}

void
shared_races_free(struct shared_races *races)
{
	if (!races)
		return;
	for (size_t i = 0; i < races->array_count; i++)
		free(races->arrays[i].words);
	free(races->arrays);
	free(races->sites);
	hash_index_free(&races->site_index);
	free(races);
}
