/* Shared memory that a kernel only stores to, or only loads from, or loads from for such stores alone. */
#include "code/definitions.h"
#include "code/known_code.h"
#include "model/fold_internal.h"

static unsigned
kind_bit(enum site_kind kind)
{
	return kind == SITE_BRANCH ? 0 : 1u << kind;
}

static bool
is_own(const struct object *object)
{
	return object && object->kind == OBJECT_SHARED && object->type;
}

bool
has_no_other_end(const struct fold *fold, const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!is_own(object) || tally->kind == SITE_ATOMIC || tally_is_volatile(tally))
		return false;
	return !((uintptr_t)pointer_map_find(&fold->ends, object) & ~(uintptr_t)kind_bit(tally->kind));
}

static void
note_ends(struct fold *fold)
{
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *tally = fold->tallies.items[i];
		if (!tally->object || tally->object->kind != OBJECT_SHARED)
			continue;
		void **kinds = pointer_map_value(&fold->ends, tally->object);
		*kinds = (void *)((uintptr_t)*kinds | kind_bit(tally->kind));
	}
}

/* Whether both loads and stores go there, and nothing else, and nobody has what lies there from elsewhere. */
static bool
is_loaded_and_stored(const struct fold *fold, const struct tally *tally)
{
	const uintptr_t both = kind_bit(SITE_LOAD) | kind_bit(SITE_STORE);
	return is_own(tally->object) && (uintptr_t)pointer_map_find(&fold->ends, tally->object) == both &&
	       !pointer_set_has(&fold->taken, tally->object);
}

/* Stores to what is loaded and stored, but for what is known to be read. */
static struct pointer_set
stores_to_unread(const struct fold *fold, const struct pointer_set *read)
{
	struct pointer_set stores = {0};
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *tally = fold->tallies.items[i];
		if (tally->kind == SITE_STORE && is_loaded_and_stored(fold, tally) && !pointer_set_has(read, tally->object))
			pointer_set_add(&stores, tally->node);
	}
	return stores;
}

/* What is loaded for something else than those stores is read. Whether there is any such that was not known to be. */
static bool
find_read(const struct fold *fold, const struct pointer_set *stores, struct pointer_set *read)
{
	struct unused_known known = {.possible = &fold->code->possible, .needless = stores};
	bool found = false;
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *load = fold->tallies.items[i];
		if (load->kind != SITE_LOAD || !is_loaded_and_stored(fold, load) || pointer_set_has(read, load->object))
			continue;
		const bool unused = pointer_set_has(stores, load->node) ||
		                    unused_loads_has(unused_loads_of(&known, load->func), load->node);
		if (!unused || tally_is_volatile(load))
			found |= pointer_set_add(read, load->object);
	}
	unused_known_free(&known);
	return found;
}

/* What is loaded only to be stored there again, or where nothing else is loaded either, nobody reads. */
static void
forget_loads_for_nothing(struct fold *fold)
{
	struct pointer_set read = {0}, stores;
	while (stores = stores_to_unread(fold, &read), stores.members.count && find_read(fold, &stores, &read))
		pointer_set_free(&stores);
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *tally = fold->tallies.items[i];
		if (pointer_set_has(&stores, tally->node))
			*pointer_map_value(&fold->ends, tally->object) = (void *)(uintptr_t)kind_bit(SITE_STORE);
	}
	pointer_set_free(&stores);
	pointer_set_free(&read);
}

void
note_unread_shared(struct fold *fold)
{
	note_ends(fold);
	forget_loads_for_nothing(fold);
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *tally = fold->tallies.items[i];
		if (tally->kind == SITE_STORE && has_no_other_end(fold, tally))
			fold_note_needless(fold, tally->node);
	}
}

/* The constant that a store writes, as the source has it or as all that is computed comes to; false: it is none. */
static bool
stored_constant(const struct fold *fold, const struct tally *store, double *constant)
{
	const struct ir_expr *node = store->node;
	int64_t number;
	if (store->kind != SITE_STORE || store->place != node || node->kind != IR_STORE)
		return false;
	struct definitions definitions = definitions_known_of(&fold->code->definitions, store->func);
	const struct possible possible = possible_value(possible_values_of(&fold->code->possible, store->func), node->b);
	if (constant_value(&definitions, node->b, &number))
		*constant = (double)number;
	else if (node->b->type->kind == IR_TYPE_INT && possible_is_one(possible))
		*constant = (double)possible.low;
	else if (node->b->kind == IR_FLOAT)
		*constant = node->b->real;
	else
		return false;
	return true;
}

bool
gets_one_constant(const struct fold *fold, const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!object || object->kind != OBJECT_SHARED || !object->type || tally_is_volatile(tally))
		return false;
	double first = 0, constant;
	unsigned stores = 0;
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *other = fold->tallies.items[i];
		if (other->object != object || other->kind == SITE_BRANCH || other->kind == SITE_LOAD)
			continue;
		if (!other->uniform || !stored_constant(fold, other, &constant) || (stores && constant != first))
			return false;
		first = constant;
		stores++;
	}
	return stores > 0;
}
