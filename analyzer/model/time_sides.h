/* What accesses take of the GPU where whole warps go to each side of a branch (sides.h). */
#ifndef GPULINT_MODEL_TIME_SIDES_H
#define GPULINT_MODEL_TIME_SIDES_H

#include "model/facts.h"

/* Of each of the launch's sites, in their order; the caller's to free. */
struct demand *time_whole_demands(const struct launch *launch, const struct site *branch);

#endif
