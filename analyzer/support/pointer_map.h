/* A map from pointers, compared by value, to pointers. Zeroed it is empty. It owns neither keys nor values. Items
 * are in order of insertion, which does not depend on addresses. */
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
	uint32_t *slots;   /* open addressing: an item's index plus one; 0: free */
	size_t slot_count; /* a power of two, or 0 */
};

bool pointer_map_has(const struct pointer_map *map, const void *key);
/* The key's value; NULL: none. */
void *pointer_map_find(const struct pointer_map *map, const void *key);
/* The address of the key's value, initially NULL; valid until the next key is inserted. */
void **pointer_map_value(struct pointer_map *map, const void *key);
/* Empties it. */
void pointer_map_free(struct pointer_map *map);

#endif
