/* Reads one object for many lanes at once, if all bytes are known. */
#include "domain/memory_page.h"

#include <string.h>

#include "domain/value.h"

enum memory_lanes
memory_read_lanes(const struct memory *memory, const struct object *object, const union lane *address,
                  const struct mask *lanes, unsigned width, union lane *bits)
{
	const struct page *page = NULL;
	uint64_t number = UINT64_MAX;
	bool some_known = false, some_unknown = false;
	const int64_t base = object_base(object), end = object->size ? (int64_t)object->size : INT64_MAX;
	for (unsigned w = 0; w < MAX_WARPS; w++) {
		for (uint32_t left = lanes->warp[w]; left; left &= left - 1) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(left);
			const int64_t offset = address[i].integer - base;
			if (offset < 0 || (uint64_t)offset % width || offset > end - (int64_t)width)
				return MEMORY_LANES_MIXED;
			if ((uint64_t)offset >> PAGE_BITS != number) {
				number = (uint64_t)offset >> PAGE_BITS;
				page = memory_find_page(memory, object, number);
			}
			const unsigned at = (uint64_t)offset & (PAGE_BYTES - 1);
			const bool known = page && page_knows_scalar(page, at, width);
			if ((known && some_unknown) || (!known && (some_known || object->fill_count)))
				return MEMORY_LANES_MIXED;
			some_known |= known;
			some_unknown |= !known;
			bits[i].integer = 0;
			if (known)
				memcpy(&bits[i], page->bytes + at, width);
		}
	}
	return some_unknown ? MEMORY_LANES_UNKNOWN : MEMORY_LANES_KNOWN;
}
