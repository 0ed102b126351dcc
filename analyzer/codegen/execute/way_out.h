/* Of the engine's own files: the part of a kernel between a branch that depends on what is not known and the place
 * where control comes together again, which a run leaves out. */
#ifndef GPULINT_CODEGEN_EXECUTE_WAY_OUT_H
#define GPULINT_CODEGEN_EXECUTE_WAY_OUT_H

#include "codegen/sass/flow.h"

struct arena;
struct execute_kernel;

/* By block the first block through which all ways from it lead; the count of blocks: that is the end; SASS_NONE: there
 * is none. */
uint32_t *find_ways_out(const struct sass_code *code, const struct sass_flow *flow, struct arena *arena);

enum { REGION_BANKS = 4 };

struct region {
	bool is_closed;  /* it can be left out: no exit or jump leads out of it otherwise */
	bool accesses;   /* it accesses memory */
	bool yields;     /* lanes yield in it */
	bool waits;      /* the block's warps wait for each other in it, */
	bool unorders;   /* or in ways that are not followed */
	uint16_t stored; /* enum sass_space: where it may write */
	uint16_t left;   /* convergence registers that lanes wait at in it, and were set in front of it */
	uint32_t to;     /* block; the count of blocks: the end */
	uint32_t *blocks, block_count;
	bool written[REGION_BANKS][256]; /* by enum sass_bank and number */
};

/* What the branch's lanes go through; never NULL. */
struct region *find_region(const struct execute_kernel *kernel, uint32_t branch, struct arena *arena);

#endif
