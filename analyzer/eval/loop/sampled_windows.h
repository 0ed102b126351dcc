/* Windows: periods one behind the other that are run of a long loop, evenly spread over it, for all others as well.
 *
 * They begin at places that show, all together, the cycle that addresses go through within a sector. trips: iterations that the loop
 * surely goes on for, at least two periods; segments: how many windows are wanted; window: iterations of each, which is whole
 * periods. There has to be room for them. */
#ifndef GPULINT_EVAL_LOOP_SAMPLED_WINDOWS_H
#define GPULINT_EVAL_LOOP_SAMPLED_WINDOWS_H

#include "eval/loop/sampled_rounds.h"

enum { SECTOR_CYCLE = 8 };   /* four bytes a time, addresses take every place in a sector in turn */

/* Windows of so many iterations, one in each of equal segments. */
struct sampled_rounds sampled_windows_even(struct arena *arena, unsigned period, uint64_t trips, unsigned segments,
                                           uint64_t window);
/* Of a loop whose iterations differ, it is not known how: as many windows, two at least, of the first and of later ones. */
struct sampled_rounds sampled_windows_growing(struct arena *arena, unsigned period, uint64_t trips, unsigned segments,
                                              uint64_t window);

#endif
