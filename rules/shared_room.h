/* The additional shared memory that a block can have: what a fix may use, and its effect on the occupancy. */
#ifndef GPULINT_RULES_SHARED_ROOM_H
#define GPULINT_RULES_SHARED_ROOM_H

#include "rules/rules.h"

/* The bytes that a block may declare in addition. */
double shared_room(const struct rule_context *context);
/* Warps that a multiprocessor holds with this many more bytes per block, if these are fewer than now; otherwise 0. */
double warps_with_more_shared(const struct rule_context *context, int64_t more);

#endif
