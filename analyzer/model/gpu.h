/* What is known of each GPU: limits, sizes and widths, from data files that name their source (model/gpus/). A product's
 * figure that no source gives is 0. */
#ifndef GPULINT_MODEL_GPU_H
#define GPULINT_MODEL_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cycles until a warp has what it waits for, of instructions that take no fixed number of them: typical ones, where the time model's
 * rates know better no more than the measure of how much of it other instructions hide. */
struct gpu_latencies {
	unsigned operands; /* until a store or the like has read its operands */
	unsigned function; /* of a special function */
	unsigned doubles;  /* of arithmetic in double precision */
	unsigned constant, tensor, shared;
	unsigned load; /* that L1 or L2 has */
};

struct gpu {
	const char *name;      /* "H200" */
	const char *full_name; /* "NVIDIA H200": cudaDeviceProp.name */
	unsigned major, minor; /* compute capability */
	unsigned multiprocessors;
	unsigned max_threads_per_sm, max_blocks_per_sm, max_warps_per_sm;
	unsigned registers_per_sm, max_registers_per_block, max_registers_per_thread;
	unsigned register_unit; /* registers are given out a warp at a time in multiples of this */
	unsigned warp_unit;     /* warps are given out in multiples of this (sub-partitions) */
	unsigned shared_per_sm, shared_per_block, shared_per_block_optin, shared_reserved, shared_unit; /* bytes */
	unsigned max_barriers_per_sm;
	unsigned doubles_per_clock;      /* results of a multiprocessor */
	unsigned shared_bytes_per_clock; /* of a multiprocessor */
	unsigned l2_slice_bytes;         /* that a slice of L2 moves in a clock, */
	unsigned l2_is_split;            /* 1: L2 has two halves, each of which keeps its own copies */
	unsigned l2_cycles;              /* from a load to its value, where L2 has it */
	struct gpu_latencies latencies;
	uint64_t memory_bytes, l2_bytes;
	double clock_ghz, memory_clock_ghz;
	unsigned bus_bits;
	unsigned is_integrated;       /* 1: it shares the host's memory */
	double dram_gbs, fp32_tflops; /* 10^9 bytes/s, 10^12 operations/s, by the vendor */
	const char *source;           /* where the figures come from */
};

/* The GPU of that name ("H200", case ignored), or the representative one of an architecture ("sm_90"); NULL: not known. */
const struct gpu *gpu_find(const char *name_or_arch);
/* "H100" of "NVIDIA H100 80GB HBM3"; of a GPU that is not known the name itself. */
const char *gpu_short_name(const char *name);
/* Whether both name one GPU, each as the driver or a person may spell it ("NVIDIA H200", "h200"). */
bool gpu_is_same(const char *name, const char *other);
/* Where no profile tells it (kernels/rates.c): bytes of L2 that are found again when all of what lies there has been touched in
 * between: by latency-memory, a chain of loads over a list, on an H200 from about three fifths of its 60 MiB on some of them come
 * from memory (measured 358 cycles at 32 MiB, 448 at 48, 685 at 64; from L2 324). It has two halves, each of which keeps its own
 * copy of what its multiprocessors want. */
double gpu_l2_kept(double l2_bytes);
/* Whether it is HBM; false where the bus is not known. */
bool gpu_has_stacked_memory(const struct gpu *gpu);
/* Slices of L2, which are taken to follow the memory's controllers: one for 64 bits of HBM, by which the 5120 bytes a clock of an
 * A100 and the 2048 of a V100 (GA100 white paper) are 64 and 32 a slice; four for each controller of 32 bits of other memory, which
 * has 512 KiB of L2 in the TU102 and GA102 white papers. 0: the bus is not known. */
unsigned gpu_l2_slices(const struct gpu *gpu);
/* The same GPU, in which what its sheet leaves out of sizes, clocks and widths is that of the first GPU of its major version which
 * has it. */
struct gpu gpu_completed(const struct gpu *gpu);
/* All, in order of compute capability; ends at NULL. */
const struct gpu *gpu_at(size_t index);

/* What keeps further warps away from a multiprocessor. */
enum occupancy_limiter {
	LIMITED_BY_NOTHING,
	LIMITED_BY_THREADS,
	LIMITED_BY_BLOCKS,
	LIMITED_BY_REGISTERS,
	LIMITED_BY_SHARED,
	LIMITED_BY_BARRIERS,
	LIMITED_IMPOSSIBLE, /* not one block fits */
	LIMITED_BY_UNKNOWN, /* no launch says how large a block is */
};
/* "none", "threads", "blocks", "registers", "shared", "barriers", "impossible", "unknown". */
const char *occupancy_limiter_text(enum occupancy_limiter limiter);

/* Theoretical occupancy, by the rules of the toolkit's cuda_occupancy.h. */
struct occupancy {
	unsigned blocks_per_sm;
	unsigned warps_per_sm;
	double occupancy; /* active warps over the most an SM can hold; 0 when it cannot launch */
	enum occupancy_limiter limiter;
};

/* registers < 0: not known, and no limit. shared_bytes is static plus dynamic. */
struct occupancy gpu_occupancy(const struct gpu *gpu, unsigned block_threads, int registers, uint64_t shared_bytes);

#endif
