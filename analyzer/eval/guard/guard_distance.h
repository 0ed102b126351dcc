/* How far it is from one number of a guard graph to another: what both are made of, as the place where a block begins is of
 * `begin` and of `begin + n - 1`, does not matter. */
#ifndef GPULINT_EVAL_GUARD_GUARD_DISTANCE_H
#define GPULINT_EVAL_GUARD_GUARD_DISTANCE_H

#include "eval/guard/guard_nodes.h"

/* `to - from`, as a number of 64 bits. */
guard_id guard_distance(struct guard_nodes *n, guard_id from, guard_id to);

#endif
