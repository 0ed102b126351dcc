/* Of the engine's own files: which instructions compute or load what nothing depends on that a run tells. The addresses of
 * accesses, guards and the ways that lanes go are told; numbers that are only ever stored to memory that is not read for
 * any of these, are not. */
#ifndef GPULINT_CODEGEN_EXECUTE_DEMAND_H
#define GPULINT_CODEGEN_EXECUTE_DEMAND_H

#include "codegen/sass/flow.h"

struct arena;

struct demand {
	/* By instruction: what it writes to registers or memory may as well be unknown. */
	bool *needless;
	uint16_t spaces; /* enum sass_space, a bit each: what lies there may decide something */
};

struct demand find_demand(const struct sass_code *code, const struct sass_flow *flow, struct arena *arena);

#endif
