#include "model/widen.h"

#include <stdlib.h>
#include <string.h>

#include "code/known_code.h"
#include "model/fold_internal.h"
#include "support/arena.h"
#include "support/memory.h"
#include "support/wide_loops.h"

enum { PLACES = 16, MOST_WORDS = 4 };

/* Neighbouring accesses, of the words of one aligned piece of memory a lane. */
struct waiting {
	const struct neighbour *neighbour;   /* of one that waits; NULL: the place is free */
	const struct ir_func *func;
	unsigned group;                   /* as of the neighbour */
	unsigned words;                   /* that came, a bit each */
	struct fold_access access;        /* the first that came; its address is that of the whole piece */
	const struct ir_expr *site[MOST_WORDS];
	const struct ir_loc *loc[MOST_WORDS];
	unsigned order[MOST_WORDS], came;
	bool cut;                         /* it does not wait any longer, for something has come in between */
	union lane *lanes;                /* room for those of all lanes */
	struct value address;
	struct active active;
};

struct widening {
	struct arena arena;
	unsigned lanes;
	struct pointer_set sampled;       /* neighbours in whose loop some iterations were not run */
	struct pointer_set parted;        /* stores between which others stand */
	struct waiting places[PLACES];
	unsigned next;
};

struct widening *
widening_new(unsigned lanes)
{
	struct widening *w = memory_zeroed(1, sizeof *w);
	w->lanes = lanes;
	return w;
}

void
widening_free(struct widening *w)
{
	arena_free(&w->arena);
	pointer_set_free(&w->sampled);
	pointer_set_free(&w->parted);
	free(w);
}

static const struct neighbour *
neighbour_of(struct fold *fold, const struct fold_access *access)
{
	/* What a built-in header does at a call is not seen from the caller. */
	if (access->place != access->site)
		return NULL;
	const struct neighbours *neighbours = neighbours_of(&fold->code->neighbours, fold->kernel, access->func);
	return neighbours_find(neighbours, access->site, access->kind == SITE_STORE);
}

static int64_t
number_of(const struct value *v, unsigned lane)
{
	return v->lane[value_at(v, lane)].integer;
}

/* ---- counting what waited ---- */

/* From the lowest lane's first byte of the piece to the highest lane's. */
struct reach {
	int64_t lowest, highest;
};

static struct reach
reach_of(const struct waiting *waiting)
{
	const struct mask *may = &waiting->active.may;
	const int64_t first = number_of(&waiting->address, mask_first(may));
	struct reach reach = {first, first};
	for (unsigned w = 0; w < MAX_WARPS && !waiting->address.uniform; w++) {
		for (uint32_t left = may->warp[w]; left; left &= left - 1) {
			const int64_t at = waiting->lanes[w * WARP_LANES + (unsigned)__builtin_ctz(left)].integer;
			reach.lowest = at < reach.lowest ? at : reach.lowest;
			reach.highest = at > reach.highest ? at : reach.highest;
		}
	}
	return reach;
}

/* Those of the words that lie within the memory accessed, for all lanes: pieces are aligned as all of shared memory is, and may
 * begin before an array or end behind it, where the compiler reads nothing that the source does not. */
static unsigned
words_inside(const struct fold *fold, const struct waiting *waiting, unsigned words)
{
	const int64_t width = waiting->access.width, first = number_of(&waiting->address, mask_first(&waiting->active.may));
	const struct object *object = words ? memory_object_at(fold->memory, first) : NULL;
	unsigned inside = 0;
	if (!object || !object->size || object->assumed)
		return words;
	const struct reach reach = reach_of(waiting);
	const int64_t base = object_base(object), end = base + (int64_t)object->size;
	for (unsigned word = 0; word < MOST_WORDS; word++)
		if (reach.lowest + word * width >= base && reach.highest + (word + 1) * width <= end)
			inside |= 1u << word;
	return words & inside;
}

/* Counts `width` bytes from word `first` on as one access, made where that of `word` stands, `share` times. */
static void
count(struct fold *fold, const struct waiting *waiting, unsigned word, unsigned first, unsigned width, double share)
{
	struct fold_access access = waiting->access;
	access.site = access.place = waiting->site[word];
	access.loc = waiting->loc[word];
	access.offset = (int64_t)(first * access.width);
	access.part = width > access.width ? access.width : 0;
	access.width = width;
	access.weight *= share;
	fold_count(fold, &access);
}

/* The one of those words that stands where the compiler puts the whole: loads before all, stores behind all of them. */
static unsigned
word_of_site(const struct waiting *waiting, unsigned first, unsigned words)
{
	const bool load = waiting->access.kind == SITE_LOAD;
	unsigned best = MOST_WORDS;
	for (unsigned word = first; word < first + words; word++) {
		if (!(waiting->words >> word & 1))
			continue;
		if (best == MOST_WORDS || (waiting->order[word] < waiting->order[best]) == load)
			best = word;
	}
	return best;
}

/* Those of `words` that lie in so many from `first` on. */
static unsigned
words_in(unsigned words, unsigned first, unsigned count)
{
	return words & ((1u << count) - 1) << first;
}

/* Counts one instruction, of the `expected` of so many words from `first` on; where some of them were in iterations that
 * were not run, each that came is its part of the whole. */
static void
count_instruction(struct fold *fold, const struct waiting *waiting, unsigned expected, unsigned first, unsigned words)
{
	const unsigned width = words * waiting->access.width, here = words_in(waiting->words, first, words);
	if (here == expected) {
		count(fold, waiting, word_of_site(waiting, first, words), first, width, 1);
		return;
	}
	for (unsigned word = first; word < first + words; word++)
		if (here >> word & 1)
			count(fold, waiting, word, first, width, 1.0 / __builtin_popcount(expected));
}

/* Whether the compiler makes one instruction of those words `here`, of so many. */
static bool
is_one_instruction(const struct fold *fold, const struct waiting *waiting, unsigned here, unsigned first, unsigned words)
{
	const unsigned present = (unsigned)__builtin_popcount(here);
	if (present == words)
		return true;
	if (waiting->access.kind != SITE_LOAD || words != 4)
		return false;
	/* Of a vector, the first member and one of the other half are read as a whole; of an array, such words are not. */
	const struct ir_type *vector = tally_vector(waiting->site[word_of_site(waiting, first, words)]);
	const bool from_first = here == 0x5 || here == 0x9;
	const unsigned others = words_in(~here, first, words);
	return (present == 3 && words_inside(fold, waiting, others)) || (from_first && vector && vector->size == words * waiting->access.width);
}

/* Counts the instructions that the compiler makes of those `expected`, of so many words from `first` on. */
static void
count_words(struct fold *fold, const struct waiting *waiting, unsigned expected, unsigned first, unsigned words)
{
	const unsigned here = words_in(expected, first, words);
	if (!here)
		return;
	if (is_one_instruction(fold, waiting, here, first, words)) {
		count_instruction(fold, waiting, here, first, words);
		return;
	}
	count_words(fold, waiting, expected, first, words / 2);
	count_words(fold, waiting, expected, first + words / 2, words / 2);
}

/* The words of the piece that came, and those that other iterations of the neighbours' loop add to them. */
static unsigned
words_of_all_iterations(const struct waiting *waiting, unsigned words)
{
	const struct neighbour *neighbour = waiting->neighbour;
	unsigned result = waiting->words;
	if (!neighbour->loop)
		return result;
	const unsigned width = waiting->access.width, step = neighbour->step < width ? 1 : neighbour->step / width;
	for (unsigned by = step; by < words; by += step)
		result |= waiting->words << by | waiting->words >> (words - by);
	return words_in(result, 0, words);
}

static void
end_waiting(struct fold *fold, struct waiting *waiting)
{
	const struct neighbour *neighbour = waiting->neighbour;
	if (!neighbour)
		return;
	const unsigned width = waiting->access.width, words = neighbour->span / width;
	const unsigned all = words_of_all_iterations(waiting, words);
	const bool parted = pointer_set_has(&fold->widening->parted, neighbour->site);
	const bool sampled = pointer_set_has(&fold->widening->sampled, neighbour) && !parted;
	waiting->neighbour = NULL;
	waiting->cut = false;
	if (sampled || all == waiting->words || !neighbour->rest_alone) {
		const unsigned others = sampled ? words_inside(fold, waiting, all & ~waiting->words) : 0;
		count_words(fold, waiting, waiting->words | others, 0, words);
		return;
	}
	for (unsigned word = 0; word < words; word++)
		if (waiting->words >> word & 1)
			count(fold, waiting, word, word, width, 1);
}

void
widen_finish(struct widening *w, struct fold *fold)
{
	for (unsigned i = 0; i < PLACES; i++)
		end_waiting(fold, &w->places[(w->next + i) % PLACES]);
}

/* ---- waiting ---- */

static void
cut(struct fold *fold, struct waiting *waiting)
{
	end_waiting(fold, waiting);
	waiting->cut = true;
}

/* A store may change what a load after it reads; nothing moves across it but stores beside it. */
static void
keep_order(struct widening *w, struct fold *fold, const struct fold_access *access, const struct neighbour *neighbour)
{
	for (unsigned i = 0; i < PLACES; i++) {
		struct waiting *waiting = &w->places[(w->next + i) % PLACES];
		if (!waiting->neighbour)
			continue;
		const bool loads = access->kind == SITE_LOAD && waiting->access.kind == SITE_LOAD;
		const bool beside = neighbour && waiting->access.kind == access->kind && waiting->func == access->func &&
		                    waiting->neighbour->group == neighbour->group;
		if (!loads && !beside)
			cut(fold, waiting);
	}
}

/* Of a whole warp. */
GPULINT_WIDE_LOOPS static uint64_t
differing_from(const union lane *lane, int64_t number)
{
	uint64_t bits = 0;
	for (unsigned l = 0; l < WARP_LANES; l++)
		bits |= (uint64_t)(lane[l].integer ^ number);
	return bits;
}

GPULINT_WIDE_LOOPS static uint64_t
differing_lanes(const union lane *a, const union lane *b, int64_t offset)
{
	uint64_t bits = 0;
	for (unsigned l = 0; l < WARP_LANES; l++)
		bits |= (uint64_t)(a[l].integer ^ (b[l].integer + offset));
	return bits;
}

/* In which bits the numbers of some lane in the set, all of them known, differ from the other value's with `offset` added; not of
 * all lanes once that is `enough` or more. */
static uint64_t
differing_bits(const struct value *a, const struct value *b, int64_t offset, const struct mask *of, uint64_t enough)
{
	const unsigned first = mask_first(of);
	uint64_t bits = (uint64_t)number_of(a, first) ^ (uint64_t)(number_of(b, first) + offset);
	for (unsigned w = 0; w < MAX_WARPS && bits < enough; w++) {
		if (of->warp[w] == UINT32_MAX && !a->uniform) {
			const union lane *lanes = a->lane + w * WARP_LANES;
			bits |= b->uniform ? differing_from(lanes, b->lane[0].integer + offset)
			                   : differing_lanes(lanes, b->lane + w * WARP_LANES, offset);
			continue;
		}
		for (uint32_t left = of->warp[w]; left; left &= left - 1) {
			const unsigned lane = w * WARP_LANES + (unsigned)__builtin_ctz(left);
			bits |= (uint64_t)number_of(a, lane) ^ (uint64_t)(number_of(b, lane) + offset);
		}
	}
	return bits;
}

/* Where a pointer leads; NULL: elsewhere, or to what is sized at launch. */
static const struct ir_var *
shared_variable_at(const struct fold *fold, int64_t address)
{
	const struct object *object = memory_object_at(fold->memory, address);
	return object && object->var && object->var->storage == IR_STORAGE_SHARED ? object->var : NULL;
}

/* Where in its piece of the neighbour's span the access of each lane lies; false unless all lie alike, at a whole word. */
static bool
place_in_span(struct fold *fold, const struct fold_access *access, const struct neighbour *neighbour, unsigned *word)
{
	const struct value *address = access->address;
	const union lane first = {.integer = number_of(address, mask_first(&access->active->may))};
	const struct value of_first = {.lane = &first, .uniform = true};
	if (!address->uniform && differing_bits(address, &of_first, 0, &access->active->may, UINT64_MAX) & (neighbour->span - 1))
		return false;
	const struct ir_var *var = neighbour->base ? neighbour->base : shared_variable_at(fold, first.integer);
	const uint64_t base = var ? shared_layout_offset(&fold->code->layouts, fold->kernel, var) : 0;
	const uint64_t at = (base + (uint64_t)(first.integer + access->offset)) % neighbour->span;
	*word = (unsigned)(at / access->width);
	return at % access->width == 0;
}

static bool
same_piece(const struct waiting *waiting, const struct fold_access *access, int64_t offset)
{
	const struct fold_access *other = &waiting->access;
	return other->width == access->width && other->kind == access->kind && other->weight == access->weight &&
	       mask_equal(&waiting->active.may, &access->active->may) &&
	       mask_equal(&waiting->active.must, &access->active->must) &&
	       !differing_bits(&waiting->address, access->address, offset, &access->active->may, 1);
}

/* The piece that the access, to that word of it, is of, and that waits; of a store no other piece does then, for nothing is
 * known of how the array lies beyond its layout. Where one has been cut in two by what came in between, that is noted; one
 * that has the word itself is of another block, or of another round. */
static struct waiting *
find_piece(struct widening *w, struct fold *fold, const struct fold_access *access, const struct neighbour *neighbour,
           unsigned word)
{
	const int64_t offset = access->offset - (int64_t)word * access->width;
	struct waiting *found = NULL;
	for (unsigned i = 0; i < PLACES; i++) {
		struct waiting *other = &w->places[i];
		const bool same = (other->neighbour || other->cut) && other->func == access->func &&
		                  other->group == neighbour->group && same_piece(other, access, offset);
		if (same && other->neighbour)
			found = other;
		else if (same && access->kind == SITE_STORE && !(other->words >> word & 1))
			pointer_set_add(&w->parted, access->site);
		else if (other->neighbour && access->kind == SITE_STORE)
			cut(fold, other);
	}
	return found;
}

static struct waiting *
begin_waiting(struct widening *w, struct fold *fold, const struct fold_access *access, const struct neighbour *neighbour,
              int64_t offset)
{
	struct waiting *waiting = &w->places[w->next++ % PLACES];
	end_waiting(fold, waiting);
	const unsigned count = access->address->uniform ? 1 : w->lanes;
	if (!waiting->lanes)
		waiting->lanes = arena_alloc_raw(&w->arena, w->lanes * sizeof *waiting->lanes);
	for (unsigned i = 0; i < count; i++)
		waiting->lanes[i].integer = access->address->lane[i].integer + offset;
	waiting->neighbour = neighbour;
	waiting->group = neighbour->group;
	waiting->cut = false;
	waiting->func = access->func;
	waiting->words = waiting->came = 0;
	waiting->active = *access->active;
	waiting->address = (struct value){.lane = waiting->lanes, .uniform = access->address->uniform};
	waiting->access = *access;
	waiting->access.address = &waiting->address;
	waiting->access.active = &waiting->active;
	waiting->access.sides = NULL;     /* which may have ended by then */
	return waiting;
}

bool
widen(struct widening *w, struct fold *fold, const struct fold_access *access)
{
	const struct neighbour *neighbour = access->kind == SITE_ATOMIC ? NULL : neighbour_of(fold, access);
	unsigned word = 0;
	keep_order(w, fold, access, neighbour);
	if (!neighbour || access->width < 4 || neighbour->span < 2 * access->width || access->address->symbol ||
	    !place_in_span(fold, access, neighbour, &word))
		return false;
	if (neighbour->loop && access->sampled_loop == neighbour->loop)
		pointer_set_add(&w->sampled, neighbour);
	const int64_t offset = access->offset - (int64_t)word * access->width;
	struct waiting *waiting = find_piece(w, fold, access, neighbour, word);
	/* The same word again: a second time round. */
	if (waiting && waiting->words >> word & 1) {
		end_waiting(fold, waiting);
		waiting = NULL;
	}
	if (!waiting)
		waiting = begin_waiting(w, fold, access, neighbour, offset);
	waiting->words |= 1u << word;
	waiting->site[word] = access->site;
	waiting->loc[word] = access->loc;
	waiting->order[word] = waiting->came++;
	if (waiting->words == (1u << neighbour->span / access->width) - 1)
		end_waiting(fold, waiting);
	return true;
}

bool
widen_parts(const struct widening *w, const struct ir_expr *store)
{
	return pointer_set_has(&w->parted, store);
}
