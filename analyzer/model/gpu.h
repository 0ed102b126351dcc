/* Properties of each GPU: limits, sizes and widths, from data files that name their source (model/gpus/). A
 * product's figure without a source is 0. */
#ifndef GPULINT_MODEL_GPU_H
#define GPULINT_MODEL_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Typical latencies in cycles of instructions with variable latency. If the time model's rates are more precise,
 * these only determine how much of a latency other instructions hide. */
struct gpu_latencies {
	unsigned operands; /* until a store or similar instruction has read its operands */
	unsigned function; /* of a special function */
	unsigned doubles;  /* of double-precision arithmetic */
	unsigned constant, tensor, shared;
	unsigned load; /* with a hit in L1 or L2 */
};

struct gpu {
	const char *name;      /* "H200" */
	const char *full_name; /* "NVIDIA H200": cudaDeviceProp.name */
	unsigned major, minor; /* compute capability */
	unsigned multiprocessors;
	unsigned max_threads_per_sm, max_blocks_per_sm, max_warps_per_sm;
	unsigned registers_per_sm, max_registers_per_block, max_registers_per_thread;
	unsigned register_unit; /* registers are allocated per warp, in multiples of this */
	unsigned warp_unit;     /* warps are allocated in multiples of this (sub-partitions) */
	unsigned shared_per_sm, shared_per_block, shared_per_block_optin, shared_reserved, shared_unit; /* bytes */
	unsigned max_barriers_per_sm;
	unsigned doubles_per_clock;      /* results of a multiprocessor per clock */
	unsigned shared_bytes_per_clock; /* of a multiprocessor */
	unsigned l2_slice_bytes;         /* bytes that a slice of L2 moves per clock */
	unsigned l2_is_split;            /* 1: L2 has two halves with separate copies */
	unsigned l2_cycles;              /* latency of a load that hits L2 */
	struct gpu_latencies latencies;
	uint64_t memory_bytes, l2_bytes;
	double clock_ghz, memory_clock_ghz;
	unsigned bus_bits;
	unsigned is_integrated;       /* 1: it shares the host's memory */
	double dram_gbs, fp32_tflops; /* 10^9 bytes/s, 10^12 operations/s, by the vendor */
	const char *source;           /* where the figures come from */
};

/* The GPU of that name ("H200", case ignored), or the representative GPU of an architecture ("sm_90"); NULL:
 * unknown. */
const struct gpu *gpu_find(const char *name_or_arch);
/* "H100" for "NVIDIA H100 80GB HBM3"; for an unknown GPU, the name itself. */
const char *gpu_short_name(const char *name);
/* Whether both names are the same GPU, in the driver's or a user's spelling ("NVIDIA H200", "h200"). */
bool gpu_is_same(const char *name, const char *other);
/* For GPUs without a profile (kernels/rates.c): bytes of L2 that still hit after the same amount of data was
 * touched. Measured by latency-memory, a chain of loads over a list: on an H200, some loads come from memory from
 * about three fifths of its 60 MiB on (measured 358 cycles at 32 MiB, 448 at 48, 685 at 64; from L2 324). Its L2 has
 * two halves, each with a copy of what its multiprocessors access. */
double gpu_l2_kept(double l2_bytes);
/* Whether the memory is HBM; false if the bus width is unknown. */
bool gpu_has_stacked_memory(const struct gpu *gpu);
/* The number of L2 slices, assumed to follow the memory controllers. HBM: one for 64 bits; the 5120 bytes a clock of
 * an A100 and the 2048 of a V100 (GA100 white paper) then are 64 and 32 a slice. Other memory: four for each
 * controller of 32 bits, which has 512 KiB of L2 in the TU102 and GA102 white papers. 0: the bus width is unknown. */
unsigned gpu_l2_slices(const struct gpu *gpu);
/* The same GPU, with missing sizes, clocks and widths copied from the first GPU of its major version that has them. */
struct gpu gpu_completed(const struct gpu *gpu);
/* All GPUs, in order of compute capability; NULL after the last. */
const struct gpu *gpu_at(size_t index);

/* The resource that limits the resident warps of a multiprocessor. */
enum occupancy_limiter {
	LIMITED_BY_NOTHING,
	LIMITED_BY_THREADS,
	LIMITED_BY_BLOCKS,
	LIMITED_BY_REGISTERS,
	LIMITED_BY_SHARED,
	LIMITED_BY_BARRIERS,
	LIMITED_IMPOSSIBLE, /* not even one block fits */
	LIMITED_BY_UNKNOWN, /* no launch determines the block size */
};
/* "none", "threads", "blocks", "registers", "shared", "barriers", "impossible", "unknown". */
const char *occupancy_limiter_text(enum occupancy_limiter limiter);

/* Theoretical occupancy, by the rules of the toolkit's cuda_occupancy.h. */
struct occupancy {
	unsigned blocks_per_sm;
	unsigned warps_per_sm;
	double occupancy; /* active warps over the most an SM can hold; 0 if it cannot launch */
	enum occupancy_limiter limiter;
};

/* registers < 0: unknown, no limit. shared_bytes is static plus dynamic. */
struct occupancy gpu_occupancy(const struct gpu *gpu, unsigned block_threads, int registers, uint64_t shared_bytes);

#endif
