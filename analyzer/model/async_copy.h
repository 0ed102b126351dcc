/* The cost of one warp's asynchronous copy from global to shared memory (cp.async, LDGSTS in SASS), from its source
 * and destination addresses. Unlike for a separate load and store, the cost at each end depends on the other end's
 * addresses.
 *
 * Fitted to, and checked against, 764 copies made on an H200: one warp, one instruction, chosen source and
 * destination addresses (rotated, strided, in rows, padded, swizzled, permuted, random; some lanes filled with
 * zeroes), reading smsp__sass_sectors_mem_global and smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared. 689 of 689
 * agree; of the other 75, for which `estimated` is set, 61. tests/unit/h200_copies.txt has them.
 *
 * Bypassing L1 (cp.async.cg, 16 bytes per lane): L2 delivers sectors, which are written to shared memory unchanged.
 * One delivered sector serves the lanes of one destination sector whose source and destination addresses have the
 * same XOR of bits 4 and 5. Other lanes need the sector again. Transfers from one line of 128 bytes to one such row
 * are one request to L2 and one wavefront, if they share that XOR, fill the same halves of sectors, and use distinct
 * sectors at both ends. lts__t_sectors and lts__t_requests of L2 agree, so this is traffic and no artefact of the
 * metric. If several lanes write to one address, only the last one is served.
 *
 * Through L1 (cp.async.ca): global sectors are those of a load. The data is read from L1 as from shared memory.
 * Groups of lanes (32 of up to 4 bytes, 16 of 8, 8 of 16) take as many wavefronts as the most lanes on one bank of
 * the source or destination. Two lanes on one word also conflict. */
#ifndef GPULINT_MODEL_ASYNC_COPY_H
#define GPULINT_MODEL_ASYNC_COPY_H

#include <stdbool.h>

#include "model/memory_model.h"

struct async_copy {
	/* byte addresses, multiples of the width; those of inactive lanes are ignored */
	uint64_t from[WARP_LANES], to[WARP_LANES];
	uint32_t active;
	uint32_t empty; /* active lanes that read nothing and write zeroes */
	unsigned width; /* 4, 8 or 16 bytes per lane */
	bool bypass;    /* it bypasses L1 */
	bool fills;     /* the compiler does not know that each lane copies all or nothing: LDGSTS.ZFILL */
};

struct async_copy_cost {
	struct request_cost global, shared; /* sectors; wavefronts */
	/* the wavefronts are estimated: source and destination both have bank conflicts */
	bool estimated;
};

struct async_copy_cost async_copy_cost(const struct async_copy *copy);

#endif
