/* Search in an array that is sorted by a number in each item. */
#ifndef GPULINT_SUPPORT_SORTED_H
#define GPULINT_SUPPORT_SORTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The first item whose number is not smaller; `count`: none. `size`: bytes of an item; `offset`: position of its
 * number, a uint64_t. */
static inline size_t
sorted_find(const void *items, size_t count, size_t size, size_t offset, uint64_t number)
{
	size_t low = 0, high = count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		uint64_t of_middle;
		memcpy(&of_middle, (const char *)items + middle * size + offset, sizeof of_middle);
		if (of_middle < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

#endif
