#include "eval/instances.h"

#include <stdlib.h>

#include "support/hash.h"
#include "support/memory.h"

enum { FIRST_SLOTS = 64 };

/* The place's slot, or the free one where it would go. */
static uint32_t *
slot_of(const struct instances_table *table, const struct place *place)
{
	size_t at = hash_mix(hash_text(place->file), hash_mix(place->line, place->column));
	for (at &= table->slot_count - 1; table->slots[at] && !facts_same_place(&table->items[table->slots[at] - 1].place, place);)
		at = (at + 1) & (table->slot_count - 1);
	return &table->slots[at];
}

static void
double_slots(struct instances_table *table)
{
	free(table->slots);
	table->slot_count = table->slot_count ? 2 * table->slot_count : FIRST_SLOTS;
	table->slots = memory_zeroed(table->slot_count, sizeof *table->slots);
	for (size_t i = 0; i < table->count; i++)
		*slot_of(table, &table->items[i].place) = (uint32_t)i + 1;
}

struct instances
instances_find(const struct instances_table *table, const struct place *place)
{
	const uint32_t found = table->slot_count ? *slot_of(table, place) : 0;
	return found ? table->items[found - 1] : (struct instances){0};
}

struct instances *
instances_at(struct instances_table *table, const struct place *place)
{
	if (2 * table->count >= table->slot_count)
		double_slots(table);
	uint32_t *slot = slot_of(table, place);
	if (!*slot) {
		const struct instances none = {.place = *place};
		memory_push(table->items, table->count, table->capacity, none);
		*slot = (uint32_t)table->count;
	}
	return &table->items[*slot - 1];
}

void
instances_free(struct instances_table *table)
{
	free(table->items);
	free(table->slots);
	*table = (struct instances_table){0};
}
