#include "eval/state/instances.h"

#include <stdlib.h>

#include "support/allocate.h"
#include "support/hash.h"

static uint64_t
hash_of(const struct place *place)
{
	return hash_mix(hash_text(place->file), hash_mix(place->line, place->column));
}

/* The index of the entry for the place; HASH_INDEX_END: none. */
static size_t
number_of(const struct instances_table *table, const struct place *place)
{
	size_t i = hash_index_last(&table->places, hash_of(place));
	while (i != HASH_INDEX_END && !facts_same_place(&table->items[i].place, place))
		i = hash_index_before(&table->places, i);
	return i;
}

struct instances
instances_find(const struct instances_table *table, const struct place *place)
{
	const size_t found = number_of(table, place);
	return found == HASH_INDEX_END ? (struct instances){0} : table->items[found];
}

struct instances *
instances_at(struct instances_table *table, const struct place *place)
{
	const size_t found = number_of(table, place);
	if (found != HASH_INDEX_END)
		return &table->items[found];
	const struct instances none = {.place = *place};
	memory_push(table->items, table->count, table->capacity, none);
	hash_index_add(&table->places, hash_of(place));
	return &table->items[table->count - 1];
}

void
instances_free(struct instances_table *table)
{
	free(table->items);
	hash_index_free(&table->places);
	*table = (struct instances_table){0};
}
