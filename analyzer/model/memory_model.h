/* What one warp-level memory request costs, from the addresses of its 32 lanes. Pure functions; sources of the rules are
 * at each. `active` has bit l set when lane l takes part; addresses of other lanes are not read. Addresses are bytes. */
#ifndef GPULINT_MODEL_MEMORY_MODEL_H
#define GPULINT_MODEL_MEMORY_MODEL_H

#include <stdint.h>

enum { WARP_LANES = 32, SECTOR_BYTES = 32, BANK_COUNT = 32, BANK_BYTES = 4 };

struct request_cost {
	unsigned cost;       /* sectors or wavefronts */
	unsigned ideal;      /* what the same active lanes and width would need, packed */
};

/* Global memory: distinct 32-byte sectors. The ideal packs the active lanes' *distinct* ... see the implementation for
 * the exact rule, checked against smsp__sass_sectors_mem_global_ideal. */
struct request_cost memory_global(const uint64_t address[WARP_LANES], uint32_t active, unsigned width);

/* Shared memory: wavefronts, 4-, 8- and 16-byte accesses in groups of 32, 16 and 8 lanes. */
struct request_cost memory_shared(const uint64_t address[WARP_LANES], uint32_t active, unsigned width);

/* Constant memory: distinct addresses, one pass each; ideal 1. */
struct request_cost memory_constant(const uint64_t address[WARP_LANES], uint32_t active, unsigned width);

/* Most lanes that share one address: the length of the serial chain of an atomic. */
unsigned memory_same_address(const uint64_t address[WARP_LANES], uint32_t active);

#endif
