/* Shared memory that a kernel only stores to, or only loads from. */
#include "model/fold_internal.h"

bool
has_no_other_end(const struct fold *fold, const struct tally *tally)
{
	const struct object *object = tally->object;
	if (!object || object->kind != OBJECT_SHARED || !object->type || tally->kind == SITE_ATOMIC || tally_is_volatile(tally))
		return false;
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *other = fold->tallies.items[i];
		if (other->kind != tally->kind && other->kind != SITE_BRANCH && other->object == object)
			return false;
	}
	return true;
}

void
note_unread_shared(struct fold *fold)
{
	for (size_t i = 0; i < fold->tallies.count; i++) {
		const struct tally *tally = fold->tallies.items[i];
		if (tally->kind == SITE_STORE && has_no_other_end(fold, tally))
			fold_note_needless(fold, tally->node);
	}
}
