/* The steps of sass_flow_build, each on what the one before has made. */
#ifndef GPULINT_CODEGEN_SASS_FLOW_BUILD_H
#define GPULINT_CODEGEN_SASS_FLOW_BUILD_H

#include "codegen/sass/flow.h"
#include "support/arena.h"

/* A search in depth, from all functions' entries; blocks by when they are entered and left. */
struct sass_search {
	uint32_t *entered;   /* blocks in the order in which they are entered */
	uint32_t *number;    /* when, of each block; SASS_NONE: never */
	uint32_t *last;      /* the highest number among those entered below it */
	uint32_t *postorder; /* blocks in the order in which they are left */
	uint32_t *left;      /* when, of each block; SASS_NONE: never */
	uint32_t count;      /* of blocks reached */
};

void sass_flow_search(struct sass_search *search, struct sass_flow *flow, struct arena *arena);
void sass_flow_dominators(struct sass_flow *flow, const struct sass_search *search, struct arena *arena);
void sass_flow_loops(struct sass_flow *flow, const struct sass_search *search, struct arena *arena);

#endif
