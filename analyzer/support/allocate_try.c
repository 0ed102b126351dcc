/* A separate file, for programs that must not contain code that ends the process. */
#include "support/allocate.h"

#include <stdlib.h>

void *
memory_try_grow(void *items, size_t *capacity, size_t wanted, size_t item_size)
{
	size_t larger = *capacity ? *capacity : 8, bytes;
	if (wanted <= *capacity)
		return items;
	while (larger < wanted)
		if (__builtin_mul_overflow(larger, 2, &larger))
			return NULL;
	void *grown = __builtin_mul_overflow(larger, item_size, &bytes) ? NULL : realloc(items, bytes);
	*capacity = grown ? larger : *capacity;
	return grown;
}
