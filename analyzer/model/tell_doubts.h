/* What speaks against calling the figures of a site exact. */
#ifndef GPULINT_MODEL_TELL_DOUBTS_H
#define GPULINT_MODEL_TELL_DOUBTS_H

#include "model/telling.h"

/* Says why the figures hold only for an assumption; NULL: nothing of its kind speaks against them. A constant, or in the
 * arena. */
typedef const char *doubt_of(struct telling *t, const struct tally *tally);

/* tell_run_doubts.c: of what was run. */
doubt_of doubt_of_launch, doubt_of_ends, doubt_of_trips, doubt_of_lanes, doubt_of_cluster,
	doubt_of_placement, doubt_of_addresses, doubt_of_faults;

#endif
