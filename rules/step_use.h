/* Which pieces of a step a launch's accesses use together. Loads and other accesses are counted separately, for each
 * memory and step. */
#ifndef GPULINT_RULES_STEP_USE_H
#define GPULINT_RULES_STEP_USE_H

#include "model/facts.h"

/* One bit for each piece, see step_piece: used by the accesses of all warps, and by those of a single warp. */
struct step_use {
	const void *memory;
	int64_t step; /* between neighbouring lanes */
	bool loads;
	uint64_t used, used_by_warp;
};

/* For one launch. The caller frees the items. */
struct step_uses {
	struct step_use *items; /* sorted internally */
	size_t count;
};

struct step_uses step_uses_find(const struct launch *launch);
/* The pieces that are used together with the site; none if it has no step, or its memory is unknown. */
struct step_use step_uses_beside(const struct step_uses *uses, const struct site *site);

#endif
