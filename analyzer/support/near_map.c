#include "support/near_map.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/hash.h"
#include "support/memory.h"

enum {
	FIRST_CAPACITY = 64,
	LEAST_USE = 16,    /* of so many places one at least is taken, or clearing them is not worth it */
};

static struct near_group *
place_of(const struct near_map *map, uint64_t number)
{
	size_t at = hash_mix(number, 0) & (map->capacity - 1);
	while (map->groups[at].number && map->groups[at].number != number)
		at = (at + 1) & (map->capacity - 1);
	return &map->groups[at];
}

static void
enlarge(struct near_map *map)
{
	struct near_group *old = map->groups;
	const size_t before = map->capacity;
	map->capacity = before ? 2 * before : FIRST_CAPACITY;
	map->groups = memory_zeroed(map->capacity, sizeof *map->groups);
	for (size_t i = 0; i < before; i++)
		if (old[i].number)
			*place_of(map, old[i].number) = old[i];
	free(old);
}

struct near_group *
near_map_search(struct near_map *map, uint64_t key)
{
	struct near_group *group = map->count ? place_of(map, (key >> NEAR_BITS) + 1) : NULL;
	if (!group || !group->number)
		return NULL;
	map->latest = group;
	return group;
}

struct near_group *
near_map_make(struct near_map *map, uint64_t key)
{
	const uint64_t number = (key >> NEAR_BITS) + 1;
	struct near_group *group = map->capacity ? place_of(map, number) : NULL;
	if (!group || (!group->number && 2 * map->count >= map->capacity)) {
		enlarge(map);
		group = place_of(map, number);
	}
	map->count += !group->number;
	group->number = number;
	map->latest = group;
	return group;
}

void
near_map_clear(struct near_map *map)
{
	const bool is_roomy = map->capacity > FIRST_CAPACITY && map->count < map->capacity / LEAST_USE;
	if (is_roomy)
		near_map_free(map);
	else if (map->count)
		memset(map->groups, 0, map->capacity * sizeof *map->groups);
	map->count = 0;
	map->latest = NULL;
}

void
near_map_free(struct near_map *map)
{
	free(map->groups);
	*map = (struct near_map){0};
}
