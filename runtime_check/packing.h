/* How a second version packs what the lanes of a warp move that step evenly through global memory: all along the warp, or along
 * each row of the block where a warp has several rows. */
#ifndef GPULINT_RUNTIME_CHECK_PACKING_H
#define GPULINT_RUNTIME_CHECK_PACKING_H

#include "model/facts.h"

struct packing {
	uint64_t step;      /* bytes between neighbouring lanes, a multiple of what each moves */
	unsigned tile;      /* steps to a tile (relaid.h), a power of two: so many, */
	bool is_least_tile; /* or more */
	double sectors;     /* of a request of all lanes, once it is packed; NAN: the ideal ones */
};

/* Of loads and stores whose pattern is PATTERN_STRIDED or PATTERN_MIXED. Why there is none that has each request ideal, or better than
 * that as rows go to the same words; NULL: *packing is one. */
const char *packing_find(const struct launch *launch, const struct site *site, struct packing *packing);

#endif
