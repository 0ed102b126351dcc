#include "eval/grid/races.h"

#include <stdlib.h>

#include "eval/launch/host.h"
#include "eval/machine.h"
#include "eval/program.h"
#include "eval/replay/replay_ahead.h"
#include "support/memory.h"

enum { WORD = 4, SECTOR_WORDS = 8, MOST_SECTORS = 1 << 14 };

/* Warps that have loaded a word, or stored there: the latest, and whether others have as well with nothing that lets one wait
 * for the other. Warps are numbered through all blocks, from 1 on. */
struct comers {
	uint32_t warp;          /* 0: none */
	uint32_t at : 30;       /* races.barriers then */
	bool many : 1, far : 1; /* others of its block, since the last barrier; others of other blocks */
};

struct race_word {
	uint64_t loads;         /* as races.racing: those that its readers have made */
	struct comers readers, writers;
};

struct race_sector {
	uint64_t number;        /* its address, divided by its size */
	struct race_word words[SECTOR_WORDS];
};

static uint32_t
block_of(uint32_t warp)
{
	return (warp - 1) / MAX_WARPS;
}

/* Whether among the comers there is one that the warp, coming now, neither follows nor precedes for sure. */
static bool
are_beside(const struct comers *comers, uint32_t warp, uint32_t now)
{
	if (!comers->warp)
		return false;
	if (comers->far || block_of(comers->warp) != block_of(warp))
		return true;
	return comers->at == now && (comers->many || comers->warp != warp);
}

static void
come(struct comers *comers, uint32_t warp, uint32_t now)
{
	if (comers->warp == warp && comers->at == now)
		return;
	const bool is_same_block = comers->warp && block_of(comers->warp) == block_of(warp);
	comers->far |= comers->warp && !is_same_block;
	comers->many = is_same_block && comers->at == now;
	comers->warp = warp;
	comers->at = now;
}

/* ---- words ---- */

/* NULL: there are too many. Good until the next one comes. */
static struct race_sector *
sector_at(struct races *races, uint64_t number)
{
	uint32_t *place = near_map_value(&races->places, number);
	if (*place)
		return &races->sectors[*place - 1];
	if (races->count == MOST_SECTORS) {
		races->too_many = true;
		return NULL;
	}
	memory_push(races->sectors, races->count, races->capacity, (struct race_sector){.number = number});
	*place = (uint32_t)races->count;
	return &races->sectors[*place - 1];
}

/* What another block has done with it is nothing to shared memory. */
static void
forget_other_blocks(const struct races *races, struct race_word *word)
{
	const uint32_t latest = word->readers.warp > word->writers.warp ? word->readers.warp : word->writers.warp;
	if (latest && block_of(latest) != races->block)
		*word = (struct race_word){0};
}

static uint64_t
bit_of(struct machine *m, const struct ir_expr *load, const struct object *object)
{
	struct races *races = m->races;
	size_t i = 0;
	while (i < races->load_count && races->loads[i] != load)
		i++;
	if (!races->reasons[i])
		races->reasons[i] = machine_reason(m, REASON_RACE, load->loc, object_name_at(m, object, load));
	if (i == MOST_LOADS)
		pointer_set_add(&races->other_loads, load);
	else if (i == races->load_count)
		races->loads[races->load_count++] = load;
	return (uint64_t)1 << i;
}

/* ---- accesses ---- */

/* What one lane's access goes to. */
struct spot {
	struct object *object;
	bool is_watched;
	uint64_t first, last;          /* words */
	uint32_t warp;                 /* whose lane it is */
	struct race_sector *sector;    /* that was looked at last; NULL: none was */
};

static bool
is_watched(const struct races *races, const struct object *object)
{
	return object && !object->is_private && object->kind != OBJECT_CONSTANT && !pointer_set_has(&races->one_way, object);
}

static void
turn_to_object(const struct machine *m, struct spot *spot, int64_t address)
{
	spot->object = memory_object_at(m->memory, address);
	spot->is_watched = is_watched(m->races, spot->object);
}

/* False: nobody need know of it. */
static inline bool
find_spot(const struct machine *m, const struct value *address, unsigned lane, unsigned width, struct spot *spot)
{
	const uint64_t at = (uint64_t)address->lane[value_at(address, lane)].integer;
	if (!spot->object || at >> WINDOW_BITS != spot->object->id)
		turn_to_object(m, spot, (int64_t)at);
	spot->first = at / WORD;
	spot->last = (at + width - 1) / WORD;
	return spot->is_watched;
}

static uint32_t
warp_number(const struct races *races, unsigned warp)
{
	return races->block * MAX_WARPS + warp + 1;
}

/* NULL: there are too many. */
static struct race_word *
word_at(struct races *races, struct spot *spot, uint64_t at)
{
	const uint64_t number = at / SECTOR_WORDS;
	if (!spot->sector || spot->sector->number != number)
		spot->sector = sector_at(races, number);
	if (!spot->sector)
		return NULL;
	struct race_word *word = &spot->sector->words[at % SECTOR_WORDS];
	if (spot->object->kind == OBJECT_SHARED)
		forget_other_blocks(races, word);
	return word;
}

static void
load_spot(struct races *races, struct spot *spot, uint64_t load)
{
	for (uint64_t at = spot->first; at <= spot->last; at++) {
		struct race_word *word = word_at(races, spot, at);
		if (!word)
			return;
		if (are_beside(&word->writers, spot->warp, races->barriers))
			races->racing |= load;
		const struct comers *readers = &word->readers;
		const bool are_over = !readers->far && readers->warp && block_of(readers->warp) == races->block &&
		                      readers->at != races->barriers;
		word->loads = (are_over ? 0 : word->loads) | load;
		come(&word->readers, spot->warp, races->barriers);
	}
}

static void
store_spot(struct races *races, struct spot *spot)
{
	for (uint64_t at = spot->first; at <= spot->last; at++) {
		struct race_word *word = word_at(races, spot, at);
		if (!word)
			return;
		if (are_beside(&word->readers, spot->warp, races->barriers))
			races->racing |= word->loads;
		come(&word->writers, spot->warp, races->barriers);
	}
}

static bool
is_watching(const struct machine *m, const struct ir_type *type)
{
	return m->races && !m->races->too_many && !m->by_example && !(type->kind == IR_TYPE_FLOAT && reals_are_idle(m));
}

void
races_load(struct machine *m, const struct ir_expr *load, const struct ir_type *type, const struct value *address,
           const struct value *loaded)
{
	if (!load || !is_watching(m, type))
		return;
	uint64_t bit = 0;
	struct spot spot = {0};
	for (unsigned w = 0; w < m->warps; w++) {
		spot.warp = warp_number(m->races, w);
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			const bool is_known = value_known(loaded, lane) && value_known(address, lane);
			if (is_known && find_spot(m, address, lane, (unsigned)type->size, &spot)) {
				bit = bit ? bit : bit_of(m, load, spot.object);
				load_spot(m->races, &spot, bit);
			}
			if (address->uniform)
				break;
		}
	}
}

void
races_store(struct machine *m, const struct ir_type *type, const struct value *address)
{
	if (!is_watching(m, type))
		return;
	struct spot spot = {0};
	for (unsigned w = 0; w < m->warps; w++) {
		spot.warp = warp_number(m->races, w);
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			const bool is_of_interest = find_spot(m, address, lane, (unsigned)type->size, &spot);
			if (is_of_interest && value_known(address, lane))
				store_spot(m->races, &spot);
			else if (is_of_interest)
				pointer_set_add(&m->races->scattered, spot.object);
			if (address->uniform)
				break;
		}
	}
}

/* ---- a launch ---- */

/* What a parameter points to, where it is a pointer that is known; else NULL. A launch that the compiler rejects may have fewer
 * arguments than the kernel has parameters. */
static struct object *
pointed_to(const struct machine *m, const struct launch_request *request, uint32_t i)
{
	const struct ir_func *kernel = request->kernel;
	if (i >= request->arg_count)
		return NULL;
	const struct term at = value_term(&request->args[i], 0);
	const bool is_pointer = kernel->params[i]->type->kind == IR_TYPE_POINTER;
	return is_pointer && !at.symbol ? memory_object_at(m->memory, at.offset) : NULL;
}

void
races_begin(struct machine *m, const struct launch_request *request)
{
	const struct ir_func *kernel = request->kernel;
	struct may_write_known *known = &m->code->may_write;
	struct pointer_set written = {0}, read = {0};
	m->races = memory_zeroed(1, sizeof *m->races);
	for (uint32_t i = 0; i < kernel->param_count; i++) {
		if (func_is_known_to_write(known, kernel, i))
			pointer_set_add(&written, pointed_to(m, request, i));
		if (func_is_known_to_read(known, kernel, i))
			pointer_set_add(&read, pointed_to(m, request, i));
	}
	for (uint32_t i = 0; i < kernel->param_count; i++) {
		const struct object *object = pointed_to(m, request, i);
		if (object && !(pointer_set_has(&written, object) && pointer_set_has(&read, object)))
			pointer_set_add(&m->races->one_way, object);
	}
	pointer_set_free(&written);
	pointer_set_free(&read);
}

void
races_begin_block(struct machine *m)
{
	if (m->races)
		m->races->block++;
	races_barrier(m);
}

void
races_barrier(struct machine *m)
{
	if (m->races)
		m->races->barriers++;
}

/* Those that race, as bits. */
static uint64_t
all_racing(const struct machine *m)
{
	const struct races *races = m->races;
	uint64_t racing = races->too_many ? UINT64_MAX : races->racing;
	for (size_t i = 0; races->scattered.members.count && i < races->count; i++) {
		const struct race_sector *sector = &races->sectors[i];
		const struct object *object = memory_object_at(m->memory, (int64_t)(sector->number * SECTOR_WORDS * WORD));
		for (unsigned w = 0; object && pointer_set_has(&races->scattered, object) && w < SECTOR_WORDS; w++)
			racing |= sector->words[w].loads;
	}
	return racing;
}

uint32_t
races_found(const struct machine *m, struct pointer_set *loads)
{
	const struct races *races = m->races;
	const uint64_t racing = races ? all_racing(m) : 0;
	for (size_t i = 0; racing && i < races->load_count; i++)
		if (racing >> i & 1)
			pointer_set_add(loads, races->loads[i]);
	const struct pointer_map *others = racing >> MOST_LOADS & 1 ? &races->other_loads.members : NULL;
	for (size_t i = 0; others && i < others->count; i++)
		pointer_set_add(loads, others->items[i].key);
	return racing ? races->reasons[__builtin_ctzll(racing)] : 0;
}

void
races_free(struct races *races)
{
	if (!races)
		return;
	free(races->sectors);
	near_map_free(&races->places);
	pointer_set_free(&races->other_loads);
	pointer_set_free(&races->one_way);
	pointer_set_free(&races->scattered);
	free(races);
}
