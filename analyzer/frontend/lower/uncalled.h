/* Functions that stand there for whoever calls them: those of the device, and those of the project's headers. What a header has
 * for all of its users most of them do not call, and to lower it all takes as long as to lower what they do. */
#ifndef GPULINT_FRONTEND_LOWER_UNCALLED_H
#define GPULINT_FRONTEND_LOWER_UNCALLED_H

#include "frontend/unit/lower.h"

/* Whether the function is nothing to the unit unless something in it calls it: other units that call it have their own, and it
 * makes no launch from the host, which would be of interest by itself. */
bool uncalled_is_nothing(struct lower *l, CXCursor function);

#endif
