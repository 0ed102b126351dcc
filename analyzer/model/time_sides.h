/* Sides of branches where warps part (sides.h): loads that a warp waits for side by side, one side after the other; and what
 * accesses take of the GPU where whole warps go to each side. */
#ifndef GPULINT_MODEL_TIME_SIDES_H
#define GPULINT_MODEL_TIME_SIDES_H

#include "model/facts.h"

/* A load that a warp waits for before it goes to the other sides. */
struct waited_load {
	const struct site *load;
	const struct site_on_side *on;
};
struct waited_loads {
	struct waited_load *items;      /* by branch, those of one side one after the other */
	size_t count, capacity;
};
/* items are the caller's to free. */
struct waited_loads time_waited_loads(const struct launch *launch);

/* Of each of the launch's sites, in their order; the caller's to free. */
struct demand *time_whole_demands(const struct launch *launch, const struct site *branch);
/* Whether whole warps at that branch are whole at the other as well: it is the same, or a rung of its ladder. */
bool time_is_whole_with(const struct site *branch, const struct site *other);

#endif
