#ifndef GPULINT_FRONTEND_LOWER_LOWER_LAUNCH_H
#define GPULINT_FRONTEND_LOWER_LOWER_LAUNCH_H

#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

/* Whether a call with these children is a launch. */
bool launch_is(struct lower *l, CXCursor cursor, struct children children);
const struct ir_expr *launch_lower(struct lower *l, CXCursor cursor, struct children children);

#endif
