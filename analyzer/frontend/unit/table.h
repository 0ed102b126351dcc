/* A hash table with libclang's cursors as keys, for the lowering of one unit. */
#ifndef GPULINT_FRONTEND_UNIT_TABLE_H
#define GPULINT_FRONTEND_UNIT_TABLE_H

#include <clang-c/Index.h>
#include <stddef.h>

struct table_entry {
	CXCursor key;
	void *value; /* NULL: the slot is free */
};

struct table {
	struct table_entry *entries;
	size_t count, capacity; /* a power of two, or 0 */
};

/* The value for a declaration's cursor; NULL: none. */
void *table_find(const struct table *table, CXCursor key);
/* Sets the value, which must not be NULL. */
void table_set(struct table *table, CXCursor key, void *value);
void table_free(struct table *table);

#endif
