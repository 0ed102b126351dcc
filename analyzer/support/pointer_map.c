#include "support/pointer_map.h"

#include <stdlib.h>

#include "support/allocate.h"

enum { FIRST_SLOTS = 64 };

/* The key's slot, or the free slot for it. */
static uint32_t *
slot_of(const struct pointer_map *map, const void *key)
{
	/* Fibonacci hashing without the lowest bits, which alignment makes constant. Elements of an array are
	 * equidistant, and so are some bits of the product; the upper bits separate those. */
	size_t at = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u;
	at ^= at >> 32;
	for (at &= map->slot_count - 1; map->slots[at] && map->items[map->slots[at] - 1].key != key;)
		at = (at + 1) & (map->slot_count - 1);
	return &map->slots[at];
}

static void
double_slots(struct pointer_map *map)
{
	free(map->slots);
	map->slot_count = map->slot_count ? 2 * map->slot_count : FIRST_SLOTS;
	map->slots = memory_zeroed(map->slot_count, sizeof *map->slots);
	for (size_t i = 0; i < map->count; i++)
		*slot_of(map, map->items[i].key) = (uint32_t)i + 1;
}

bool
pointer_map_has(const struct pointer_map *map, const void *key)
{
	return map->slot_count && *slot_of(map, key);
}

void *
pointer_map_find(const struct pointer_map *map, const void *key)
{
	const uint32_t found = map->slot_count ? *slot_of(map, key) : 0;
	return found ? map->items[found - 1].value : NULL;
}

void **
pointer_map_value(struct pointer_map *map, const void *key)
{
	if (2 * map->count >= map->slot_count)
		double_slots(map);
	uint32_t *slot = slot_of(map, key);
	if (!*slot) {
		const struct pointer_item item = {.key = key};
		memory_push(map->items, map->count, map->capacity, item);
		*slot = (uint32_t)map->count;
	}
	return &map->items[*slot - 1].value;
}

void
pointer_map_free(struct pointer_map *map)
{
	free(map->items);
	free(map->slots);
	*map = (struct pointer_map){0};
}
