/* Shared memory that a block could have beside what it has now: what a repair may take, and what that does to the occupancy. */
#ifndef GPULINT_RULES_SHARED_ROOM_H
#define GPULINT_RULES_SHARED_ROOM_H

#include "rules/rules.h"

/* Bytes that a block may declare as well. */
double shared_room(const struct rule_context *context);
/* Warps that a multiprocessor holds of blocks with so many bytes more, where these are fewer than now; else 0. */
double warps_with_more_shared(const struct rule_context *context, int64_t more);

#endif
