#include "frontend/unit/table.h"

#include <stdint.h>
#include <stdlib.h>

#include "support/allocate.h"

enum { FIRST_CAPACITY = 64 };

static size_t
cursor_hash(CXCursor key)
{
	return clang_hashCursor(key) * (size_t)0x9E3779B97F4A7C15u >> 20;
}

static struct table_entry *
find_slot(struct table_entry *entries, size_t capacity, CXCursor key)
{
	size_t i = cursor_hash(key) & (capacity - 1);
	while (entries[i].value && !clang_equalCursors(entries[i].key, key))
		i = (i + 1) & (capacity - 1);
	return &entries[i];
}

void *
table_find(const struct table *table, CXCursor key)
{
	return table->capacity ? find_slot(table->entries, table->capacity, key)->value : NULL;
}

void
table_set(struct table *table, CXCursor key, void *value)
{
	if (4 * (table->count + 1) > 3 * table->capacity) {
		const size_t capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
		struct table_entry *entries = memory_zeroed(capacity, sizeof *entries);
		for (size_t i = 0; i < table->capacity; i++)
			if (table->entries[i].value)
				*find_slot(entries, capacity, table->entries[i].key) = table->entries[i];
		free(table->entries);
		table->entries = entries;
		table->capacity = capacity;
	}
	struct table_entry *slot = find_slot(table->entries, table->capacity, key);
	table->count += !slot->value;
	*slot = (struct table_entry){key, value};
}

void
table_free(struct table *table)
{
	free(table->entries);
	*table = (struct table){0};
}
