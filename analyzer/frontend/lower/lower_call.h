#ifndef GPULINT_FRONTEND_LOWER_LOWER_CALL_H
#define GPULINT_FRONTEND_LOWER_LOWER_CALL_H

#include "frontend/unit/lower.h"

const struct ir_expr *call_lower(struct lower *l, CXCursor cursor);
/* A call of a function or method without virtual dispatch. The object is the first argument. */
const struct ir_expr *call_known(struct lower *l, CXCursor callee, const struct lower_effects *args, struct ir_loc loc);

#endif
