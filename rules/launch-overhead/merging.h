/* How the launches of a loop can become one, and what of their starts that saves. */
#ifndef GPULINT_RULES_LAUNCH_OVERHEAD_MERGING_H
#define GPULINT_RULES_LAUNCH_OVERHEAD_MERGING_H

#include "rules/host_finding.h"

enum merging {
	MERGING_UNKNOWN, /* in no loop: nobody knows what lies between them */
	MERGING_BY_HOST, /* those of an iteration alone: between iterations the host takes part */
	MERGING_BY_INPUTS, /* a launch can have several iterations' inputs: each has one of its own, and none needs another's answer */
	MERGING_BY_GRID,    /* the loop can be a dimension of the grid: no launch needs what another one stores */
	MERGING_BY_BLOCK,   /* the loop can be in the kernel: a launch is one block, which can wait for itself */
	MERGING_BY_BARRIER, /* the same, if the grid waits where blocks need what others have stored */
};

enum merging merging_of(const struct facts *facts, const struct place *loop);

/* The share of the starts that merging saves, 0 to 1; is_alone: an iteration makes a single launch. */
double merging_saves(enum merging merging, bool is_alone);

/* What to do, as an imperative. */
const char *merging_advice(struct rule_context *context, const struct place *loop, enum merging merging, bool is_alone);

/* The first thing that the host does in the loop's iterations and launches have to wait for; NULL: there is none. */
const struct host_operation *merging_obstacle(const struct facts *facts, const struct place *loop);

#endif
