/* How the launches of a loop can be merged, and how much launch overhead that saves. */
#ifndef GPULINT_RULES_LAUNCH_OVERHEAD_MERGING_H
#define GPULINT_RULES_LAUNCH_OVERHEAD_MERGING_H

#include "rules/host_finding.h"

enum merging {
	MERGING_UNKNOWN, /* not in a loop: what happens between them is unknown */
	MERGING_BY_HOST, /* only those of one iteration: between iterations the host takes part */
	/* one launch can take the inputs of several iterations: each has its own input and needs no other's result */
	MERGING_BY_INPUTS,
	MERGING_BY_GRID, /* the loop can become a dimension of the grid: no launch needs what another one stores */
	/* the loop can be moved into the kernel: a launch is one block, which can synchronize itself */
	MERGING_BY_BLOCK,
	MERGING_BY_BARRIER, /* the same with a grid-wide barrier, for blocks that need what others have stored */
};

enum merging merging_of(const struct facts *facts, const struct place *loop);

/* The share of launch overhead that merging saves, 0 to 1. is_alone: an iteration makes a single launch. */
double merging_saves(enum merging merging, bool is_alone);

/* The advice as an imperative. */
const char *merging_advice(struct rule_context *context, const struct place *loop, enum merging merging, bool is_alone);

/* The first host operation in the loop's iterations that prevents merging; NULL: there is none. */
const struct host_operation *merging_obstacle(const struct facts *facts, const struct place *loop);

#endif
