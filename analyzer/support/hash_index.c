#include "support/hash_index.h"

#include <stdlib.h>

#include "support/allocate.h"

static size_t
with_hash(const struct hash_index *index, size_t link, uint64_t hash)
{
	while (link && index->items[link - 1].hash != hash)
		link = index->items[link - 1].next;
	return link ? link - 1 : HASH_INDEX_END;
}

size_t
hash_index_last(const struct hash_index *index, uint64_t hash)
{
	return index->slot_count ? with_hash(index, index->slots[hash & (index->slot_count - 1)], hash)
	                         : HASH_INDEX_END;
}

size_t
hash_index_before(const struct hash_index *index, size_t item)
{
	return with_hash(index, index->items[item].next, index->items[item].hash);
}

static void
put(struct hash_index *index, size_t item)
{
	size_t *slot = &index->slots[index->items[item].hash & (index->slot_count - 1)];
	index->items[item].next = *slot;
	*slot = item + 1;
}

void
hash_index_add(struct hash_index *index, uint64_t hash)
{
	memory_push(index->items, index->count, index->capacity, ((struct hash_item){.hash = hash}));
	if (index->count <= index->slot_count) {
		put(index, index->count - 1);
		return;
	}
	free(index->slots);
	index->slot_count = index->slot_count ? 2 * index->slot_count : 16;
	index->slots = memory_zeroed(index->slot_count, sizeof *index->slots);
	for (size_t i = 0; i < index->count; i++)
		put(index, i);
}

void
hash_index_free(struct hash_index *index)
{
	free(index->items);
	free(index->slots);
	*index = (struct hash_index){0};
}
