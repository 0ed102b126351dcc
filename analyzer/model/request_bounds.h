/* Cost bounds of a request whose lanes have several possible addresses. At least: the fewest units that intersect each
 * lane's addresses. At most: all units between lanes that are near each other, and one for each other lane. Units are
 * sectors, and addresses of constants. */
#ifndef GPULINT_MODEL_REQUEST_BOUNDS_H
#define GPULINT_MODEL_REQUEST_BOUNDS_H

#include "model/request.h"

/* Narrows the bounds of `cost`, which hold for any lanes, by what is known of each lane. Programs are assumed to
 * stay within their objects. */
void request_narrow_bounds(const struct request *r, struct cost *cost);

#endif
