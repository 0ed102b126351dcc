/* What a request can cost whose lanes may be in several places each: at least the fewest units that have something of each
 * lane's places, at most all those between lanes that are near each other, and
 * one for each other lane. Units are sectors, and addresses of constants. */
#ifndef GPULINT_MODEL_REQUEST_BOUNDS_H
#define GPULINT_MODEL_REQUEST_BOUNDS_H

#include "model/request.h"

/* Narrows the bounds of `cost`, which hold whatever the lanes do, by what is known of each. Programs are taken to stay within
 * their objects. */
void request_narrow_bounds(const struct request *r, struct cost *cost);

#endif
