/* Internal to the engine: the region between a branch on an unknown condition and its post-dominator. A run may skip
 * this region. */
#ifndef GPULINT_CODEGEN_EXECUTE_REGION_H
#define GPULINT_CODEGEN_EXECUTE_REGION_H

#include "codegen/sass/flow.h"

struct arena;
struct execute_kernel;

/* By block, its immediate post-dominator. The count of blocks represents the kernel's end; SASS_NONE: there is none. */
uint32_t *find_post_dominators(const struct sass_code *code, const struct sass_flow *flow, struct arena *arena);

enum { REGION_BANKS = 4 };

struct region {
	bool is_closed; /* it can be skipped: no other exit or jump leaves it */
	bool accesses;
	bool yields;     /* lanes may execute YIELD in it */
	bool waits;      /* it has barriers of the block */
	bool unorders;   /* it has synchronization that is not modelled */
	uint16_t stored; /* bit set of enum sass_space: where it may write */
	uint16_t left;   /* bit set of convergence registers that are set before the region and waited at in it */
	uint32_t to;     /* the block after the region; the count of blocks: the kernel's end */
	uint32_t *blocks, block_count;
	bool written[REGION_BANKS][256]; /* by enum sass_bank and register number */
};

/* The region that the branch's lanes may execute; never NULL. */
struct region *find_region(const struct execute_kernel *kernel, uint32_t branch, struct arena *arena);

#endif
