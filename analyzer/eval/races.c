#include "eval/races.h"

#include <stdlib.h>

#include "eval/machine.h"
#include "eval/program.h"
#include "support/hash.h"
#include "support/memory.h"

enum { WORD = 4, FIRST_SLOTS = 256, MOST_WORDS = 1 << 16 };

/* Warps that have loaded a word, or stored there: the latest, and whether others have as well with nothing that lets one wait
 * for the other. Warps are numbered through all blocks, from 1 on. */
struct comers {
	uint32_t warp;          /* 0: none */
	uint32_t at;            /* races.barriers then */
	bool many, far;         /* others of its block, since the last barrier; others of other blocks */
};

struct race_word {
	uint64_t word;          /* its address, divided by its size; 0: the entry is free */
	uint64_t loads;         /* as races.racing: those that its readers have made */
	struct comers readers, writers;
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
	const bool is_same_block = comers->warp && block_of(comers->warp) == block_of(warp);
	comers->far |= comers->warp && !is_same_block;
	comers->many = is_same_block && comers->at == now && (comers->many || comers->warp != warp);
	comers->warp = warp;
	comers->at = now;
}

/* ---- words ---- */

static struct race_word *
slot_of(const struct races *races, uint64_t word)
{
	size_t at = hash_mix(word, 0) & (races->slots - 1);
	while (races->words[at].word && races->words[at].word != word)
		at = (at + 1) & (races->slots - 1);
	return &races->words[at];
}

static void
enlarge(struct races *races)
{
	const struct races old = *races;
	races->slots = old.slots ? 2 * old.slots : FIRST_SLOTS;
	races->words = memory_zeroed(races->slots, sizeof *races->words);
	for (size_t i = 0; i < old.slots; i++)
		if (old.words[i].word)
			*slot_of(races, old.words[i].word) = old.words[i];
	free(old.words);
}

/* NULL: there are too many. Shared memory is another block's no more. */
static struct race_word *
word_at(struct races *races, uint64_t word, bool is_shared)
{
	if (2 * races->count >= races->slots)
		enlarge(races);
	struct race_word *found = slot_of(races, word);
	races->too_many |= !found->word && races->count == MOST_WORDS;
	if (!found->word && races->too_many)
		return NULL;
	races->count += !found->word;
	const uint32_t latest = found->readers.warp > found->writers.warp ? found->readers.warp : found->writers.warp;
	if (!found->word || (is_shared && latest && block_of(latest) != races->block))
		*found = (struct race_word){.word = word};
	return found;
}

static uint64_t
bit_of(struct machine *m, const struct ir_expr *load, const struct object *object)
{
	struct races *races = m->races;
	size_t i = 0;
	while (i < races->load_count && races->loads[i] != load)
		i++;
	if (i == races->load_count && i < MOST_LOADS) {
		races->loads[i] = load;
		races->reasons[i] = machine_reason(m, REASON_RACE, load->loc, object->name);
		races->load_count++;
	} else if (i == MOST_LOADS) {
		pointer_set_add(&races->other_loads, load);
	}
	return (uint64_t)1 << i;
}

/* ---- accesses ---- */

/* What one lane's access goes to. */
struct spot {
	struct object *object;
	uint64_t first, last;          /* words */
	uint32_t warp;
};

static bool
find_spot(const struct machine *m, const struct value *address, unsigned lane, unsigned width, struct spot *spot)
{
	const struct term at = value_term(address, lane);
	if (!spot->object || (uint64_t)at.offset >> WINDOW_BITS != spot->object->id)
		spot->object = memory_object_at(m->memory, at.offset);
	spot->first = (uint64_t)at.offset / WORD;
	spot->last = ((uint64_t)at.offset + width - 1) / WORD;
	spot->warp = m->races->block * MAX_WARPS + lane / 32 + 1;
	return spot->object && !spot->object->is_private && spot->object->kind != OBJECT_CONSTANT &&
	       !pointer_set_has(&m->races->read_only, spot->object);
}

static void
load_word(struct races *races, const struct spot *spot, uint64_t at, uint64_t load)
{
	struct race_word *word = word_at(races, at, spot->object->kind == OBJECT_SHARED);
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

static void
store_word(struct races *races, const struct spot *spot, uint64_t at)
{
	struct race_word *word = word_at(races, at, spot->object->kind == OBJECT_SHARED);
	if (!word)
		return;
	if (are_beside(&word->readers, spot->warp, races->barriers))
		races->racing |= word->loads;
	come(&word->writers, spot->warp, races->barriers);
}

static bool
is_watched(const struct machine *m)
{
	return m->races && !m->races->too_many && !m->by_example;
}

void
races_load(struct machine *m, const struct ir_expr *load, const struct value *address, unsigned width,
           const struct value *loaded)
{
	struct races *races = m->races;
	if (!is_watched(m) || !load)
		return;
	uint64_t bit = 0;
	struct spot spot = {0};
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			if (!value_known(loaded, lane) || !value_known(address, lane) || !find_spot(m, address, lane, width, &spot))
				continue;
			bit = bit ? bit : bit_of(m, load, spot.object);
			for (uint64_t word = spot.first; word <= spot.last; word++)
				load_word(races, &spot, word, bit);
			if (address->uniform)
				break;
		}
	}
}

void
races_store(struct machine *m, const struct value *address, unsigned width)
{
	struct races *races = m->races;
	if (!is_watched(m))
		return;
	struct spot spot = {0};
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits);
			if (!find_spot(m, address, lane, width, &spot))
				continue;
			if (!value_known(address, lane))
				pointer_set_add(&races->scattered, spot.object);
			else
				for (uint64_t word = spot.first; word <= spot.last; word++)
					store_word(races, &spot, word);
			if (address->uniform)
				break;
		}
	}
}

/* ---- a launch ---- */

/* What a parameter points to, where it is a pointer that is known; else NULL. */
static struct object *
pointed_to(const struct machine *m, const struct ir_func *kernel, const struct value *args, uint32_t i)
{
	const struct term at = value_term(&args[i], 0);
	const bool is_pointer = kernel->params[i]->type->kind == IR_TYPE_POINTER;
	return is_pointer && !at.symbol ? memory_object_at(m->memory, at.offset) : NULL;
}

void
races_begin(struct machine *m, const struct ir_func *kernel, const struct value *args)
{
	struct pointer_set written = {0};
	m->races = memory_zeroed(1, sizeof *m->races);
	for (uint32_t i = 0; i < kernel->param_count; i++)
		if (func_is_known_to_write(&m->code->may_write, kernel, i))
			pointer_set_add(&written, pointed_to(m, kernel, args, i));
	for (uint32_t i = 0; i < kernel->param_count; i++)
		if (!pointer_set_has(&written, pointed_to(m, kernel, args, i)))
			pointer_set_add(&m->races->read_only, pointed_to(m, kernel, args, i));
	pointer_set_free(&written);
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
	for (size_t i = 0; races->scattered.members.count && i < races->slots; i++) {
		const struct race_word *word = &races->words[i];
		if (pointer_set_has(&races->scattered, memory_object_at(m->memory, (int64_t)(word->word * WORD))))
			racing |= word->loads;
	}
	return racing;
}

uint32_t
races_found(const struct machine *m, struct pointer_set *loads)
{
	const struct races *races = m->races;
	const uint64_t racing = races ? all_racing(m) : 0;
	uint32_t reason = 0;
	for (size_t i = 0; racing && i < races->load_count; i++) {
		if (racing >> i & 1) {
			reason = reason ? reason : races->reasons[i];
			pointer_set_add(loads, races->loads[i]);
		}
	}
	const struct pointer_map *others = racing >> MOST_LOADS & 1 ? &races->other_loads.members : NULL;
	for (size_t i = 0; others && i < others->count; i++)
		pointer_set_add(loads, others->items[i].key);
	return reason ? reason : races ? races->reasons[0] : 0;
}

void
races_free(struct races *races)
{
	if (!races)
		return;
	free(races->words);
	pointer_set_free(&races->other_loads);
	pointer_set_free(&races->read_only);
	pointer_set_free(&races->scattered);
	free(races);
}
