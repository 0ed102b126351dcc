#include "frontend/lower/range_map.h"

#include <stdlib.h>

#include "support/hash.h"
#include "support/memory.h"

enum { FIRST_CAPACITY = 1024 };

static bool
is_free(const struct range_entry *entry)
{
	return !entry->begin && !entry->end;
}

/* The range's entry, or the free one where it would go. */
static struct range_entry *
entry_of(const struct range_map *map, unsigned begin, unsigned end)
{
	size_t at = hash_mix(begin, end) & (map->capacity - 1);
	while (!is_free(&map->entries[at]) && (map->entries[at].begin != begin || map->entries[at].end != end))
		at = (at + 1) & (map->capacity - 1);
	return &map->entries[at];
}

static void
grow(struct range_map *map)
{
	struct range_map larger = {.count = map->count, .capacity = map->capacity ? 2 * map->capacity : FIRST_CAPACITY};
	larger.entries = memory_zeroed(larger.capacity, sizeof *larger.entries);
	for (size_t i = 0; i < map->capacity; i++)
		if (!is_free(&map->entries[i]))
			*entry_of(&larger, map->entries[i].begin, map->entries[i].end) = map->entries[i];
	free(map->entries);
	*map = larger;
}

const struct ir_loc *
range_map_find(const struct range_map *map, CXSourceRange range)
{
	const struct range_entry *entry = map->capacity ? entry_of(map, range.begin_int_data, range.end_int_data) : NULL;
	return entry && !is_free(entry) ? &entry->loc : NULL;
}

void
range_map_keep(struct range_map *map, CXSourceRange range, struct ir_loc loc)
{
	const unsigned begin = range.begin_int_data, end = range.end_int_data;
	if (3 * map->capacity <= 4 * map->count)
		grow(map);
	*entry_of(map, begin, end) = (struct range_entry){begin, end, loc};
	map->count++;
}

void
range_map_free(struct range_map *map)
{
	free(map->entries);
	*map = (struct range_map){0};
}
