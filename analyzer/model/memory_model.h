/* The cost of one warp-level memory request, from the addresses of its 32 lanes: pure functions. `active` has bit l
 * set if lane l is active. Addresses of other lanes must be initialized, but have no effect. Addresses and widths
 * are in bytes. A width is what one lane moves with one instruction (1, 2, 4, 8 or 16; the compiler splits wider
 * accesses and those not aligned to their width). A request without active lanes costs nothing.
 *
 * The rules reproduce Nsight Compute's per-instruction figures. They were fitted to, and checked against, 1684
 * requests made on an H200: one warp, one instruction, chosen addresses and masks (uniform, packed, strided,
 * permuted, broadcast in pairs, halves and runs, random; full and partial masks; 1 to 16 bytes; loads, stores,
 * reductions, exchanges, compare-and-swap), reading memory_l2_theoretical_sectors_global,
 * memory_l1_wavefronts_shared and their _ideal. About half of them are tests/unit/h200_requests.txt.
 * - global sectors: the distinct 32-byte sectors that active lanes touch; 534 of 534 requests agree;
 * - ideal sectors: min(sectors, ceil(active lanes * width / 32)); 534 of 534;
 * - shared wavefronts: by bank and group, below; stores 410 of 410, loads 510 of 515, atomics 225 of 225. The five
 *   are 16-byte loads with scattered masks, where Nsight Compute's figure and the hardware's own counter
 *   (l1tex__data_pipe_lsu_wavefronts_mem_shared) differ too;
 * - ideal wavefronts: min(wavefronts, ceil(active lanes * width / 128)); 1150 of 1150.
 *
 * So a broadcast never has an excess: 32 lanes on one word measure 1 and 1, and two 64-byte rows of a tile 4 and 4.
 * Both ideals count *lanes*, not distinct addresses: 16 pairs of lanes on 16 scattered words measure 16 sectors and
 * an ideal of 4. Global atomics and reductions follow the same rule as loads. Sectors do not show that lanes on one
 * address are serialized; see memory_same_address. */
#ifndef GPULINT_MODEL_MEMORY_MODEL_H
#define GPULINT_MODEL_MEMORY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

enum { WARP_LANES = 32, SECTOR_BYTES = 32, BANK_COUNT = 32, BANK_BYTES = 4 };

struct request_cost {
	unsigned cost;  /* sectors, wavefronts or passes */
	unsigned ideal; /* what the same number of lanes of that width would need, packed; never more than cost */
};

/* Global memory: loads, stores, atomics and reductions. */
struct request_cost memory_global(const uint64_t address[WARP_LANES], uint32_t active, unsigned width);

/* Shared memory has 32 banks of 4 bytes. Lanes are served in groups of 32 (up to 4 bytes), 16 (8 bytes) or 8 (16
 * bytes). A group takes as many wavefronts as the most distinct words that it needs from one bank. Two neighbouring
 * groups of a load share one wavefront on two conditions. Every lane l agrees with lane l^1, or every lane l with
 * lane l^2 (equal address, or inactive). And no bank is then needed twice. A 16-byte load of one address by all
 * lanes is 2 wavefronts, an 8-byte one 1. Stores never share. */
enum shared_access { SHARED_LOAD, SHARED_STORE };
struct request_cost memory_shared(const uint64_t address[WARP_LANES], uint32_t active, unsigned width,
                                  enum shared_access access);

/* Atomics on shared memory: lanes on one bank are serialized even on one word, except for counting. */
enum shared_atomic {
	SHARED_ATOMIC_OTHER,   /* add, max, exchange, …: ATOMS */
	SHARED_ATOMIC_COUNT,   /* atomicAdd(p, 1) whose result is not used: ATOMS.POPC.INC, with the cost of a store */
	SHARED_ATOMIC_COMPARE, /* compare-and-swap: ATOMS.CAS, every wavefront twice, in the ideal too */
	/* a loop that replaces a missing instruction: ATOMS.CAST.SPIN, every wavefront of a store twice, in the
	 * ideal too; seen in whole programs on an H200 */
	SHARED_ATOMIC_SPIN,
};
struct request_cost memory_shared_atomic(const uint64_t address[WARP_LANES], uint32_t active, unsigned width,
                                         enum shared_atomic atomic);

/* Constant memory: one pass for each distinct address; ideal 1 (CUDA C++ programming guide, "Constant Memory"). */
struct request_cost memory_constant(const uint64_t address[WARP_LANES], uint32_t active, unsigned width);

/* Whether each lane, including inactive ones, is at that distance from the same lane of the other request. */
bool memory_lanes_moved(const uint64_t address[WARP_LANES], const uint64_t from[WARP_LANES], uint64_t distance);

/* Most lanes that share one address: the length of an atomic's serial chain. */
unsigned memory_same_address(const uint64_t address[WARP_LANES], uint32_t active);
/* Whether no two lanes share an address. */
bool memory_all_apart(const uint64_t address[WARP_LANES], uint32_t active);

#endif
