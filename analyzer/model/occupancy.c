/* Theoretical occupancy, step by step as the toolkit's cuda_occupancy.h computes it (for compute capability 7.0 and
 * later, one barrier a block, and as much of an SM's memory for shared memory as the kernel needs). */
#include <limits.h>

#include "model/gpu.h"

enum { WARP_THREADS = 32, MAX_BLOCK_THREADS = 1024 };

const char *
occupancy_limiter_text(enum occupancy_limiter limiter)
{
	static const char *const texts[] = {
		[LIMITED_BY_NOTHING] = "none",       [LIMITED_BY_THREADS] = "threads",
		[LIMITED_BY_BLOCKS] = "blocks",      [LIMITED_BY_REGISTERS] = "registers",
		[LIMITED_BY_SHARED] = "shared",      [LIMITED_BY_BARRIERS] = "barriers",
		[LIMITED_IMPOSSIBLE] = "impossible", [LIMITED_BY_UNKNOWN] = "unknown",
	};
	return texts[limiter];
}

static uint64_t
round_up(uint64_t value, uint64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* Registers are allocated per warp, from the register file of the warp's sub-partition. */
static unsigned
blocks_by_registers(const struct gpu *gpu, unsigned block_warps, int registers)
{
	if (registers <= 0)
		return UINT_MAX;
	const unsigned a_warp = (unsigned)round_up((uint64_t)registers * WARP_THREADS, gpu->register_unit);
	/* The launch check counts a block as if its warps were spread evenly over the sub-partitions. */
	const uint64_t a_block = a_warp * round_up(block_warps, gpu->warp_unit);
	if ((unsigned)registers > gpu->max_registers_per_thread || a_block > gpu->max_registers_per_block)
		return 0;
	const unsigned warps = gpu->registers_per_sm / gpu->warp_unit / a_warp * gpu->warp_unit;
	return warps / block_warps;
}

static unsigned
blocks_by_shared(const struct gpu *gpu, uint64_t shared_bytes)
{
	if (shared_bytes > gpu->shared_per_block_optin)
		return 0;
	const uint64_t a_block = round_up(shared_bytes + gpu->shared_reserved, gpu->shared_unit);
	return a_block ? (unsigned)(gpu->shared_per_sm / a_block) : UINT_MAX;
}

struct occupancy
gpu_occupancy(const struct gpu *gpu, unsigned block_threads, int registers, uint64_t shared_bytes)
{
	if (block_threads < 1 || block_threads > MAX_BLOCK_THREADS)
		return (struct occupancy){0, 0, 0, LIMITED_IMPOSSIBLE};

	const unsigned warps = (block_threads + WARP_THREADS - 1) / WARP_THREADS;
	/* If several limits are equal, the first is reported: the one that a programmer can change most directly. */
	const struct {
		enum occupancy_limiter limiter;
		unsigned blocks;
	} limits[] = {
		{LIMITED_BY_REGISTERS, blocks_by_registers(gpu, warps, registers)},
		{LIMITED_BY_SHARED, blocks_by_shared(gpu, shared_bytes)},
		{LIMITED_BY_BLOCKS, gpu->max_blocks_per_sm},
		{LIMITED_BY_BARRIERS, gpu->max_barriers_per_sm},
		{LIMITED_BY_THREADS, gpu->max_warps_per_sm / warps},
	};
	struct occupancy result = {UINT_MAX, 0, 0, LIMITED_BY_NOTHING};

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		if (limits[i].blocks < result.blocks_per_sm) {
			result.blocks_per_sm = limits[i].blocks;
			result.limiter = limits[i].limiter;
		}
	result.warps_per_sm = result.blocks_per_sm * warps;
	result.occupancy = (double)result.warps_per_sm / gpu->max_warps_per_sm;
	if (result.blocks_per_sm == 0)
		result.limiter = LIMITED_IMPOSSIBLE;
	else if (result.warps_per_sm == gpu->max_warps_per_sm)
		result.limiter = LIMITED_BY_NOTHING;
	return result;
}
