/* A hash table by libclang's cursors, for the lowering of one unit. */
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

/* The value of a declaration's cursor; NULL: none. */
void *table_find(const struct table *table, CXCursor key);
/* Sets it; value must not be NULL. */
void table_set(struct table *table, CXCursor key, void *value);
void table_free(struct table *table);

#endif
