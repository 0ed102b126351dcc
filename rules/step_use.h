/* Which pieces of a step a launch's accesses use together: of those to one memory, in one step, that load, or that do not. */
#ifndef GPULINT_RULES_STEP_USE_H
#define GPULINT_RULES_STEP_USE_H

#include "model/facts.h"

/* A bit for each piece, see step_piece: of all warps' accesses together, and of one warp's alone. */
struct step_use {
	const void *memory;
	int64_t step; /* from lane to lane */
	bool loads;
	uint64_t used, used_by_warp;
};

/* Of one launch; freed by who had it found. */
struct step_uses {
	struct step_use *items; /* in an order of its own */
	size_t count;
};

struct step_uses step_uses_find(const struct launch *launch);
/* What is used together with the site: nothing where it is of no step, or its memory is not known. */
struct step_use step_uses_beside(const struct step_uses *uses, const struct site *site);

#endif
