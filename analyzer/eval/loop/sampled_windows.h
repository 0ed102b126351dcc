/* Windows: consecutive periods of a long loop that run for all others, evenly spread over it.
 *
 * Together they start at all phases of the cycle of addresses within a sector. trips: certain remaining iterations,
 * at least two periods; segments: number of windows; window: iterations in each, a multiple of the period. They must
 * fit into trips. */
#ifndef GPULINT_EVAL_LOOP_SAMPLED_WINDOWS_H
#define GPULINT_EVAL_LOOP_SAMPLED_WINDOWS_H

#include "eval/loop/sampled_periods.h"

enum { SECTOR_CYCLE = 8 }; /* a 4-byte stride visits every position in a sector in turn */

/* Windows of `window` iterations, one in each of `segments` equal segments. */
struct sampled_periods sampled_windows_even(struct arena *arena, unsigned period, uint64_t trips, unsigned segments,
                                            uint64_t window);
/* For iterations that differ in an unknown way: `segments` windows, at least two, the first at the start. */
struct sampled_periods sampled_windows_growing(struct arena *arena, unsigned period, uint64_t trips, unsigned segments,
                                               uint64_t window);

#endif
