/* Internal to the engine: finds instructions whose results no reported value depends on. A run reports access
 * addresses, guards and control flow. A number that is only stored to memory which nothing reported depends on is
 * not needed. */
#ifndef GPULINT_CODEGEN_EXECUTE_DEMAND_H
#define GPULINT_CODEGEN_EXECUTE_DEMAND_H

#include "codegen/sass/flow.h"

struct arena;

struct demand {
	/* By instruction: true if its results in registers or memory may be treated as unknown. */
	bool *needless;
	uint16_t spaces; /* bit set of enum sass_space: spaces whose contents may affect a reported value */
};

struct demand find_demand(const struct sass_code *code, const struct sass_flow *flow, struct arena *arena);

#endif
