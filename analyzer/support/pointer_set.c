#include "support/pointer_set.h"

#include <stdint.h>
#include <stdlib.h>

#include "support/memory.h"

enum { FIRST_SLOTS = 256 };

static size_t
slot_of(const struct pointer_set *set, const void *pointer)
{
	size_t at = ((uintptr_t)pointer >> 4) * 0x9E3779B97F4A7C15u >> 24;
	for (at &= set->slot_count - 1; set->slots[at] && set->slots[at] != pointer;)
		at = (at + 1) & (set->slot_count - 1);
	return at;
}

static void
make_room(struct pointer_set *set)
{
	const struct pointer_set old = *set;
	set->slot_count = old.slot_count ? 2 * old.slot_count : FIRST_SLOTS;
	set->slots = memory_zeroed(set->slot_count, sizeof *set->slots);
	for (size_t i = 0; i < old.slot_count; i++)
		if (old.slots[i])
			set->slots[slot_of(set, old.slots[i])] = old.slots[i];
	free(old.slots);
}

bool
pointer_set_add(struct pointer_set *set, const void *pointer)
{
	if (set->count * 2 >= set->slot_count)
		make_room(set);
	const size_t at = slot_of(set, pointer);
	const bool is_new = !set->slots[at];
	set->count += is_new;
	set->slots[at] = pointer;
	return is_new;
}

bool
pointer_set_has(const struct pointer_set *set, const void *pointer)
{
	return set->slot_count && set->slots[slot_of(set, pointer)];
}

void
pointer_set_free(struct pointer_set *set)
{
	free(set->slots);
	*set = (struct pointer_set){0};
}
