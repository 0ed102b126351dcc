/* Finds items by their hashes. Items are numbered 0, 1, ... in order of addition, like the elements of a parallel
 * array of the caller's. Zeroed it is empty. */
#ifndef GPULINT_SUPPORT_HASH_INDEX_H
#define GPULINT_SUPPORT_HASH_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct hash_index {
	struct hash_item {
		uint64_t hash;
		size_t next; /* the previous item in its slot, plus one; 0: none */
	} *items;
	size_t count, capacity;
	size_t *slots;     /* the last item of each, plus one */
	size_t slot_count; /* a power of two, or 0 */
};

#define HASH_INDEX_END SIZE_MAX

/* The last item with that hash, and the previous one; HASH_INDEX_END, which is above all items: none. */
size_t hash_index_last(const struct hash_index *index, uint64_t hash);
size_t hash_index_before(const struct hash_index *index, size_t item);
/* Adds item number `count`. */
void hash_index_add(struct hash_index *index, uint64_t hash);
void hash_index_free(struct hash_index *index);

#endif
