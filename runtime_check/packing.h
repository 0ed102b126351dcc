/* How a variant packs the words of a warp's lanes that have a constant stride in global memory: along the whole warp,
 * or along each row of the block if a warp spans several rows. */
#ifndef GPULINT_RUNTIME_CHECK_PACKING_H
#define GPULINT_RUNTIME_CHECK_PACKING_H

#include "model/facts.h"

struct packing {
	uint64_t step;      /* bytes between neighbouring lanes, a multiple of the access width */
	unsigned tile;      /* steps of a tile (transposed.h), a power of two */
	bool is_least_tile; /* a larger tile is allowed */
	double sectors;     /* sectors of a full request after packing; NAN: the ideal */
};

/* For loads and stores with PATTERN_STRIDED or PATTERN_MIXED. NULL: *packing makes each request ideal, or better than
 * ideal if rows access the same words. Otherwise: why there is no such packing. */
const char *packing_find(const struct launch *launch, const struct site *site, struct packing *packing);

#endif
