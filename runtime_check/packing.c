#include "runtime_check/packing.h"

#include <math.h>
#include <stdlib.h>

#include "model/memory_model.h"
#include "support/magnitude.h"

/* The new offset of the word at offset `at`. */
static uint64_t
packed_offset(const struct packing *packing, unsigned width, uint64_t at)
{
	const uint64_t step = at / packing->step, rest = at % packing->step, tile = packing->tile;
	return step / tile * tile * packing->step + rest * tile + step % tile * width;
}

/* For rows that are step.row apart, the first of which begins at a tile. */
static unsigned
packed_sectors(const struct packing *packing, const struct launch *launch, const struct site *site)
{
	int64_t offset[WARP_LANES], least = 0;
	uint64_t address[WARP_LANES];
	for (int64_t l = 0; l < WARP_LANES; l++) {
		offset[l] = l % launch->block[0] * site->step.bytes + l / launch->block[0] * site->step.row;
		least = offset[l] < least ? offset[l] : least;
	}
	for (unsigned l = 0; l < WARP_LANES; l++)
		address[l] = packed_offset(packing, site->width, (uint64_t)(offset[l] - least));
	return memory_global(address, UINT32_MAX, site->width).cost;
}

/* Rows that begin within one step of each other are packed next to each other, each in as many words as it has
 * lanes. */
static const char *
pack_rows(const struct launch *launch, const struct site *site, struct packing *packing)
{
	const unsigned rows = WARP_LANES / launch->block[0];
	const double ideal = site->predicted.ideal_sectors / site->predicted.requests;
	if (!site->step.has_row || launch->block[1] % rows || magnitude(site->step.row) % site->width)
		return "the step between the rows of its blocks varies";
	packing->is_least_tile = site->step.row == 0 || (uint64_t)magnitude(site->step.row) >= packing->step;
	packing->tile = packing->is_least_tile ? WARP_LANES : launch->block[0];
	packing->sectors = packed_sectors(packing, launch, site);
	return packing->sectors > ceil(ideal) ? "the rows of its blocks are too short to fill sectors in any layout"
	                                      : NULL;
}

const char *
packing_find(const struct launch *launch, const struct site *site, struct packing *packing)
{
	if (site->step.bytes == 0)
		return "the step between its lanes varies";
	if (site->width == 0 || magnitude(site->step.bytes) % site->width != 0)
		return "the step between its lanes is not a multiple of its width";
	if (site->source.in_pieces)
		return "it moves a record in several accesses, and a variant changes the addresses of single ones";
	*packing = (struct packing){(uint64_t)magnitude(site->step.bytes), WARP_LANES, true, NAN};
	return site->pattern == PATTERN_MIXED ? pack_rows(launch, site, packing) : NULL;
}
