#include "model/request_banks.h"

enum { ROW_BYTES = BANK_COUNT * BANK_BYTES, ROW_ALIGN = 7, LONGEST_ROWS = WINDOW_BITS + 1 };

static bool
knows_bank(const struct request *r, unsigned lane)
{
	const symbol_id symbol = r->symbol[lane];
	return !symbol || r->symbols->items[symbol].align >= ROW_ALIGN;
}

/* The first lane whose distance to this one is known; the lane itself if there is none before it. */
static unsigned
first_at_known_distance(const struct request *r, unsigned lane)
{
	unsigned first = 0;
	if (symbol_varies(r->symbols, r->symbol[lane]))
		return lane;
	while (first < lane && !(r->active >> first & 1 && r->symbol[first] == r->symbol[lane] &&
	                         r->address[first] >> WINDOW_BITS == r->address[lane] >> WINDOW_BITS))
		first++;
	return first;
}

bool
request_banked(const struct request *r, struct banked *banked)
{
	if (r->space != SPACE_SHARED || r->copy)
		return false;
	for (uint32_t left = r->active; left; left &= left - 1)
		if (!knows_bank(r, (unsigned)__builtin_ctz(left)))
			return false;
	*banked = (struct banked){*r, *r};
	for (uint32_t left = r->active; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const uint64_t within = r->address[l] & (((uint64_t)1 << WINDOW_BITS) - 1);
		banked->together.address[l] = r->address[l] % ROW_BYTES;
		banked->apart.address[l] = within + ((uint64_t)first_at_known_distance(r, l) << LONGEST_ROWS);
	}
	return true;
}
