/* Lanes of a warp that access one address at once, of which only one may succeed. */
#ifndef GPULINT_MODEL_MEETING_H
#define GPULINT_MODEL_MEETING_H

#include "domain/value.h"

/* The lanes that must retry: on each address, only the first lane of a warp succeeds. Unknown addresses count as
 * distinct unless they are certainly equal. */
struct mask meeting_losers(const struct value *address, const struct mask *active, unsigned warps);

#endif
