/* Accesses to the members of a vector, one by one in the source, that the compiler turns into one of the whole. */
#include "model/fold_internal.h"
#include "model/linear.h"

const struct ir_type *
tally_vector(const struct ir_expr *access)
{
	if ((access->kind != IR_LOAD && access->kind != IR_STORE) || access->a->kind != IR_FIELD)
		return NULL;
	const struct ir_type *base = access->a->a->type;
	const struct ir_type *record = base->kind == IR_TYPE_POINTER ? base->element : base;
	if (!record || record->kind != IR_TYPE_RECORD || record->align != record->size || record->field_count < 2)
		return NULL;
	if (record->size > 16 || access->type->size * record->field_count != record->size)
		return NULL;
	return record;
}

static bool
siblings(const struct tally *x, const struct tally *y)
{
	if (x->kind != y->kind || x->space != y->space || x->func != y->func || x->requests != y->requests ||
	    x->lanes != y->lanes || x->unknown_requests || y->unknown_requests)
		return false;
	const struct ir_expr *a = x->node, *b = y->node;
	/* Two calls of one library function do what they do apart. */
	if ((x->place != a || y->place != b) && x->place != y->place)
		return false;
	const struct ir_type *vector = tally_vector(a);
	return vector && vector == tally_vector(b) && same_expr(a->a->a, b->a->a);
}

void
merge_members(struct fold *fold)
{
	for (size_t i = 0; i < fold->tally_count; i++) {
		struct tally *first = fold->tallies[i], *found[16] = {NULL};
		if (first->kind != SITE_LOAD && first->kind != SITE_STORE)
			continue;
		const struct ir_type *vector = tally_vector(first->node);
		unsigned members = 0;
		for (size_t j = i; vector && j < fold->tally_count; j++) {
			struct tally *other = fold->tallies[j];
			if (other->requests <= 0 || !siblings(first, other))
				continue;
			const struct ir_expr *access = other->node;
			const uint64_t member = access->a->field->offset / access->type->size;
			members += member < 16 && !found[member];
			if (member < 16)
				found[member] = other;
		}
		if (!vector || members != vector->field_count)
			continue;
		first->width = (unsigned)vector->size;
		first->cost = first->whole_cost;
		first->ideal = first->whole_ideal;
		for (unsigned member = 0; member < 16; member++)
			if (found[member] && found[member] != first)
				found[member]->requests = 0;
	}
}

bool
may_be_merged(const struct fold *fold, const struct tally *tally)
{
	if (tally->space != SPACE_SHARED || tally->kind == SITE_ATOMIC || tally->width >= 16)
		return false;
	if (tally->kind == SITE_LOAD && tally->walking_requests > 0.5 * tally->requests)
		return true;
	for (size_t i = 0; i < fold->tally_count; i++) {
		const struct tally *other = fold->tallies[i];
		const uint64_t apart = other->first_address > tally->first_address
		                           ? other->first_address - tally->first_address
		                           : tally->first_address - other->first_address;
		if (other != tally && other->kind == tally->kind && other->space == tally->space && other->func == tally->func &&
		    other->requests == tally->requests && apart == tally->width && other->width == tally->width &&
		    tally->step % (2 * (int64_t)tally->width) == 0)
			return true;
	}
	return false;
}
