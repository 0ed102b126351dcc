/* What of a launch hangs on data that warps store and load beside each other, with no barrier between: it may come out in another
 * way each time. */
#ifndef GPULINT_MODEL_COMPILED_RACED_H
#define GPULINT_MODEL_COMPILED_RACED_H

#include "model/compiled/traffic.h"

/* Sets by_race of a launch whose warps race (is_raced). It is run again, with nothing known of what its warps have stored: figures that
 * are the same do not hang on it. *steps as of traffic_of_launch. */
void raced_find(struct launch_traffic *traffic, struct execute_kernel *kernel, const struct launch *launch, uint64_t *steps);

#endif
