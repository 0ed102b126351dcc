/* Trials of other layouts of an array in shared memory: the cost of its accesses, from samples of their requests. */
#ifndef GPULINT_MODEL_LAYOUT_H
#define GPULINT_MODEL_LAYOUT_H

#include "model/facts.h"

enum layout_kind {
	LAYOUT_AS_IT_IS,
	LAYOUT_PADDED,     /* `pad` bytes are added to each row */
	LAYOUT_SWIZZLED,   /* pieces of `unit` bytes: piece p of row r moves to the slot of piece p ^ r in the row */
	LAYOUT_REVERSED,   /* every second row is reversed in pieces of `unit` bytes; their number is a power of two */
	LAYOUT_TRANSPOSED, /* columns of elements of `unit` bytes become rows */
};

struct layout {
	enum layout_kind kind;
	int64_t row, rows; /* bytes of a row in the current layout, and the number of rows */
	int64_t pad;
	int64_t unit;
};

/* Wavefronts of all of the site's requests in the launch with that layout. Without samples, the lanes' step is
 * extrapolated. NAN: unknown; INFINITY: some access would be misaligned or not contiguous. Vector accesses that the
 * compiler merged are split again. */
double layout_wavefronts(const struct site *site, const struct layout *layout);

#endif
