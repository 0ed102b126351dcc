/* Functions that matter only to their callers: device functions, and functions in the project's headers. Most units
 * call few of a header's functions. To lower all of them costs as much as to lower the unit's own code. */
#ifndef GPULINT_FRONTEND_LOWER_UNCALLED_H
#define GPULINT_FRONTEND_LOWER_UNCALLED_H

#include "frontend/unit/lower.h"

/* Whether the unit can omit the function unless it is called. Other units have their own copy, and the function makes
 * no launch from the host, which would matter by itself. */
bool uncalled_is_nothing(struct lower *l, CXCursor function);

#endif
