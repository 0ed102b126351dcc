#include "eval/reach.h"

#include <stdint.h>
#include <stdlib.h>

#include "support/memory.h"

enum { FIRST_SLOTS = 256 };

static size_t
slot_of(const struct reach *reach, const void *node)
{
	size_t at = ((uintptr_t)node >> 4) * 0x9E3779B97F4A7C15u >> 24;
	for (at &= reach->slot_count - 1; reach->slots[at] && reach->slots[at] != node;)
		at = (at + 1) & (reach->slot_count - 1);
	return at;
}

static void
make_room(struct reach *reach)
{
	const struct reach old = *reach;
	reach->slot_count = old.slot_count ? 2 * old.slot_count : FIRST_SLOTS;
	reach->slots = memory_zeroed(reach->slot_count, sizeof *reach->slots);
	for (size_t i = 0; i < old.slot_count; i++)
		if (old.slots[i])
			reach->slots[slot_of(reach, old.slots[i])] = old.slots[i];
	free(old.slots);
}

void
reach_add(struct reach *reach, const void *node)
{
	if (reach->count * 2 >= reach->slot_count)
		make_room(reach);
	const size_t at = slot_of(reach, node);
	reach->count += !reach->slots[at];
	reach->slots[at] = node;
}

bool
reach_has(const struct reach *reach, const void *node)
{
	return reach->slot_count && reach->slots[slot_of(reach, node)];
}

void
reach_free(struct reach *reach)
{
	free(reach->slots);
	*reach = (struct reach){0};
}
