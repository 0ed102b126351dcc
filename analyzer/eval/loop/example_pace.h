/* What becomes of a loop's variables in iterations that are left out of a run by example. There nothing has to be known, only
 * to be likely: what moves in no regular way, such as a place that goes on where data decides that it does, moves on as fast
 * as it has so far, in each lane; what goes up and down stays where it is. */
#ifndef GPULINT_EVAL_LOOP_EXAMPLE_PACE_H
#define GPULINT_EVAL_LOOP_EXAMPLE_PACE_H

#include "eval/loop/loop.h"

/* Whether that is so of a variable: it need not be lost. */
bool example_pace_keeps(const struct machine *m, const struct variable *v);
/* Moves those on which do not move by their steps; before these do. Memory holds what was stored to it, as examples too. */
void example_pace_follow(struct machine *m, const struct sampler *sampler, uint64_t iterations);

#endif
