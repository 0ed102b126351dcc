/* Lanes of a warp that go to one address at once, of which one alone may get through. */
#ifndef GPULINT_MODEL_MEETING_H
#define GPULINT_MODEL_MEETING_H

#include "data/value.h"

/* The lanes that have to try again: on each address one of a warp gets through, the first. Addresses that are not known are apart
 * unless they are surely the same. */
struct mask meeting_losers(const struct value *address, const struct mask *active, unsigned warps);

#endif
