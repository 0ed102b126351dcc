/* Where the compiler's ranges of the source are, kept for who asks again: the instances of a template have all of theirs in common,
 * and a conversion that the compiler adds has that of its operand. */
#ifndef GPULINT_FRONTEND_LOWER_RANGE_MAP_H
#define GPULINT_FRONTEND_LOWER_RANGE_MAP_H

#include <clang-c/Index.h>
#include <stddef.h>

#include "ir/ir.h"

/* libclang has no hash of ranges: clang_equalRanges compares these numbers, and the unit, which here is one. */
struct range_entry {
	unsigned begin, end;   /* both 0, which is a range of nothing and never kept: the entry is free */
	struct ir_loc loc;
};

/* Zeroed it is empty. */
struct range_map {
	struct range_entry *entries;   /* open addressing */
	size_t count, capacity;        /* capacity: a power of two, or 0 */
};

/* NULL: it is not kept. Good until the next is kept. */
const struct ir_loc *range_map_find(const struct range_map *map, CXSourceRange range);
/* Keeps a range that is not kept yet. */
void range_map_keep(struct range_map *map, CXSourceRange range, struct ir_loc loc);
void range_map_free(struct range_map *map);

#endif
