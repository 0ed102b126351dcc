/* A map of numbers to numbers, for keys that come near each other, such as those of the lines that a request touches: 16 in a
 * row share one place, so that who asks for one after the other looks them up once. Zeroed it is empty. */
#ifndef GPULINT_SUPPORT_NEAR_MAP_H
#define GPULINT_SUPPORT_NEAR_MAP_H

#include <stddef.h>
#include <stdint.h>

enum { NEAR_BITS = 4, NEAR_KEYS = 1 << NEAR_BITS };

struct near_group {
	uint64_t number;               /* of the keys, without their last bits, plus one; 0: the place is free */
	uint32_t values[NEAR_KEYS];
};

struct near_map {
	struct near_group *groups;     /* open addressing */
	size_t count, capacity;        /* capacity: a power of two, or 0 */
	struct near_group *latest;     /* that was found, or NULL */
};

/* The group of the key; NULL: it has none. */
struct near_group *near_map_search(struct near_map *map, uint64_t key);
/* The same, made where it is missing. */
struct near_group *near_map_make(struct near_map *map, uint64_t key);
/* Keeps the room, unless little of it was taken. */
void near_map_clear(struct near_map *map);
void near_map_free(struct near_map *map);

static inline struct near_group *
near_map_latest(const struct near_map *map, uint64_t key)
{
	return map->latest && map->latest->number == (key >> NEAR_BITS) + 1 ? map->latest : NULL;
}

/* The key's value; 0: it has none. */
static inline uint32_t
near_map_find(struct near_map *map, uint64_t key)
{
	const struct near_group *latest = near_map_latest(map, key), *group = latest ? latest : near_map_search(map, key);
	return group ? group->values[key & (NEAR_KEYS - 1)] : 0;
}

/* Where the key's value stands, 0 to begin with; good until the next key comes. */
static inline uint32_t *
near_map_value(struct near_map *map, uint64_t key)
{
	struct near_group *latest = near_map_latest(map, key), *group = latest ? latest : near_map_make(map, key);
	return &group->values[key & (NEAR_KEYS - 1)];
}

#endif
