/* Trials of other layouts of an array in shared memory: what its accesses would cost, from samples of their requests. */
#ifndef GPULINT_MODEL_LAYOUT_H
#define GPULINT_MODEL_LAYOUT_H

#include "model/facts.h"

enum layout_kind {
	LAYOUT_AS_IT_IS,
	LAYOUT_PADDED,   /* each row by `pad` bytes */
	LAYOUT_SWIZZLED, /* pieces of `unit` bytes: piece p of row r lies where piece p ^ r would, within the row */
	LAYOUT_REVERSED, /* every second row: its pieces of `unit` bytes, of which it has a power of two, from the last to the first */
	LAYOUT_TRANSPOSED, /* columns of elements of `unit` bytes become rows */
};

struct layout {
	enum layout_kind kind;
	int64_t row, rows; /* bytes of one as it is, and how many there are */
	int64_t pad;
	int64_t unit;
};

/* Wavefronts of all of the site's requests in the launch with that layout. Without a sample, lanes are taken to go on as they step.
 * NAN: nobody knows; INFINITY: some access would be off alignment, or not in one piece. Vectors that the compiler has made
 * of several accesses fall into these again. */
double layout_wavefronts(const struct site *site, const struct layout *layout);

#endif
