/* A map of pointers, told apart by their values alone, to pointers. Zeroed it is empty; it owns neither keys nor values.
 * Its items stand in the order in which their keys came, which does not depend on where these lie in memory. */
#ifndef GPULINT_SUPPORT_POINTER_MAP_H
#define GPULINT_SUPPORT_POINTER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pointer_item {
	const void *key;
	void *value;
};

struct pointer_map {
	struct pointer_item *items;
	size_t count, capacity;
	uint32_t *slots;   /* open addressing: an item's place plus one; 0: free */
	size_t slot_count; /* a power of two, or 0 */
};

bool pointer_map_has(const struct pointer_map *map, const void *key);
/* The key's value; NULL: it has none. */
void *pointer_map_find(const struct pointer_map *map, const void *key);
/* Where the key's value stands, NULL to begin with; good until the next key comes. */
void **pointer_map_value(struct pointer_map *map, const void *key);
/* Empties it. */
void pointer_map_free(struct pointer_map *map);

#endif
