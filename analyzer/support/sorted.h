/* Search in an array that is sorted by a number that each item holds. */
#ifndef GPULINT_SUPPORT_SORTED_H
#define GPULINT_SUPPORT_SORTED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The first item whose number is no smaller; `count`: there is none. Items are so many bytes long, and their number, a uint64_t,
 * stands at that offset of them. */
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
