/* What one warp's asynchronous copy from global to shared memory costs (cp.async, LDGSTS in SASS), from the addresses of both of
 * its sides: unlike a load and a store apart, where the one side lies decides what the other costs.
 *
 * Fitted to, and checked against, 764 copies made on an H200: one warp, one instruction, chosen addresses on both sides
 * (rotated, strided, in rows, padded, swizzled, permuted, random; some lanes filled with zeroes), reading
 * smsp__sass_sectors_mem_global and smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared. 689 of 689 agree; of the other 75,
 * for which `estimated` is set, 61. tests/unit/h200_copies.txt has them.
 *
 * Past L1 (cp.async.cg, 16 bytes a lane): data comes from L2 in sectors that go to shared memory as they are. A sector serves
 * the lanes of one sector there whose address has the same bits 4 and 5 on both sides, or the same ones turned; else it is
 * asked for again. What comes from one line of 128 bytes and goes to one such row, turned alike, filling like halves of
 * sectors, each another one on both sides, is one request to L2 and one wavefront: that lts__t_sectors and lts__t_requests
 * of L2 count the same shows that this is traffic, not an artefact of the metric. Of lanes that write to one place the last
 * one is served.
 *
 * Through L1 (cp.async.ca): global sectors are those of a load. The data is read from L1 as from shared memory, so groups of
 * lanes (32 of up to 4 bytes, 16 of 8, 8 of 16) wait for the most lanes on one bank of either side; two lanes on one word
 * wait for each other, too. */
#ifndef GPULINT_MODEL_ASYNC_COPY_H
#define GPULINT_MODEL_ASYNC_COPY_H

#include <stdbool.h>

#include "model/memory_model.h"

struct async_copy {
	/* bytes, multiples of the width; of lanes that are not active set to anything */
	uint64_t from[WARP_LANES], to[WARP_LANES];
	uint32_t active;
	uint32_t empty; /* active lanes that take nothing from global memory: zeroes take its place */
	unsigned width; /* 4, 8 or 16 bytes a lane */
	bool bypass;    /* past L1 */
	bool fills;     /* the compiler knows not that a lane takes all or nothing: LDGSTS.ZFILL */
};

struct async_copy_cost {
	struct request_cost global, shared; /* sectors; wavefronts */
	bool estimated;                     /* the wavefronts are: both sides have lanes on one bank */
};

struct async_copy_cost async_copy_cost(const struct async_copy *copy);

#endif
