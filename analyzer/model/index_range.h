/* How large numbers in an array may be that are used as indices, so that what they lead to stays within its bounds. Where
 * a launch is measured whose arrays are not known, they are filled with such numbers. */
#ifndef GPULINT_MODEL_INDEX_RANGE_H
#define GPULINT_MODEL_INDEX_RANGE_H

#include "model/request.h"

/* Measuring makes allocations of unknown size at least that large, in bytes. */
#define INDEX_UNKNOWN_SIZE (INT64_C(256) * 1024 * 1024)

/* False: some of what is loaded decides where a lane goes in a way that is not followed.
 *
 * The warp's lanes go to that object. Where a lane's place is a sum of numbers loaded from arrays, each times a factor, and
 * of what is known or bounded, narrows those arrays' ranges, object_use.index_low to index_high; of several numbers each gets
 * the same share of the room. Of a place that is otherwise nothing follows.
 * goes_on: the access is also made where nobody looked, some way behind. */
bool index_range_note(const struct request *r, const struct object *target, bool goes_on);

#endif
