/* Hash tables keyed by libclang's cursors and types, for the lowering of one unit. */
#ifndef GPULINT_FRONTEND_TABLE_H
#define GPULINT_FRONTEND_TABLE_H

#include <clang-c/Index.h>
#include <stddef.h>

#include "ir/ir.h"

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

struct type_entry {
	CXType key;
	const struct ir_type *value;
};

struct type_table {
	struct type_entry *entries;
	size_t count, capacity;
};

const struct ir_type *type_table_find(const struct type_table *table, CXType key);
void type_table_set(struct type_table *table, CXType key, const struct ir_type *value);
void type_table_free(struct type_table *table);

#endif
