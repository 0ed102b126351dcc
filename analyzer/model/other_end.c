/* Shared memory that a kernel only stores to, or only loads from. */
#include "code/definitions.h"
#include "code/known_code.h"
#include "model/fold_internal.h"

static unsigned
kind_bit(enum site_kind kind)
{
	return kind == SITE_BRANCH ? 0 : 1u << kind;
}

bool
has_no_other_end(const struct fold *fold, const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!object || object->kind != OBJECT_SHARED || !object->type || tally->kind == SITE_ATOMIC || tally_is_volatile(tally))
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

void
note_unread_shared(struct fold *fold)
{
	note_ends(fold);
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
