/* The steps of sass_flow_build, in order. Each uses the results of the one before. */
#ifndef GPULINT_CODEGEN_SASS_FLOW_BUILD_H
#define GPULINT_CODEGEN_SASS_FLOW_BUILD_H

#include "codegen/sass/flow.h"
#include "support/arena.h"

/* A depth-first search from the entries of all functions. */
struct sass_search {
	uint32_t *entered;   /* blocks in preorder */
	uint32_t *number;    /* by block, its preorder number; SASS_NONE: unreachable */
	uint32_t *last;      /* by block, the highest preorder number among its descendants */
	uint32_t *postorder; /* blocks in postorder */
	uint32_t *left;      /* by block, its postorder number; SASS_NONE: unreachable */
	uint32_t count;      /* of reachable blocks */
};

void sass_flow_search(struct sass_search *search, struct sass_flow *flow, struct arena *arena);
void sass_flow_dominators(struct sass_flow *flow, const struct sass_search *search, struct arena *arena);
void sass_flow_loops(struct sass_flow *flow, const struct sass_search *search, struct arena *arena);

#endif
