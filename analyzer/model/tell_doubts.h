/* What speaks against calling the figures of a site exact. */
#ifndef GPULINT_MODEL_TELL_DOUBTS_H
#define GPULINT_MODEL_TELL_DOUBTS_H

#include "model/telling.h"

/* Says why the figures hold only for an assumption; NULL: nothing of its kind speaks against them. A constant, or in the
 * arena. */
typedef const char *doubt_of(struct telling *t, const struct tally *tally);

/* tell_run_doubts.c: of what was run. */
doubt_of doubt_of_launch, doubt_of_ends, doubt_of_trips, doubt_of_lanes, doubt_of_races, doubt_of_functions, doubt_of_cluster,
	doubt_of_placement, doubt_of_addresses, doubt_of_faults, doubt_of_sample;
/* tell_compiler_doubts.c: of what the compiler makes of it. */
doubt_of doubt_of_merging, doubt_of_constants, doubt_of_other_side, doubt_of_sinking, doubt_of_other_end, doubt_of_reuse, doubt_of_use,
	doubt_of_reader, doubt_of_taking, doubt_of_headers, doubt_of_width, doubt_of_unrolling, doubt_of_branching, doubt_of_leaving;

/* Of a site's `why`: whether nvcc may leave out the access because nobody needs what it stores. NVRTC keeps such stores to shared
 * memory, so that what it makes does not settle it. */
bool doubt_is_of_dead_store(const char *why);

#endif
