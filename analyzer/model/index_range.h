/* The range of values of an array whose elements serve as indices, so that the indexed accesses stay within bounds.
 * A measured launch with unknown arrays gets arrays filled with such values. */
#ifndef GPULINT_MODEL_INDEX_RANGE_H
#define GPULINT_MODEL_INDEX_RANGE_H

#include "model/request.h"

/* A measurement makes allocations of unknown size at least this large, in bytes. */
#define INDEX_UNKNOWN_SIZE (INT64_C(256) * 1024 * 1024)

/* False: some loaded value decides an address in an unsupported way.
 *
 * The warp's lanes access the object `target`. If an address is a sum of loaded numbers, each times a factor, and of
 * known or bounded values, the function narrows the arrays' ranges, object_use.index. Several
 * numbers get equal shares of the space. Other addresses imply nothing. goes_on: the access also executes in later
 * iterations that were not evaluated. */
bool index_range_note(const struct request *r, const struct object *target, bool goes_on);

#endif
