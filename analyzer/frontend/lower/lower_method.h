#ifndef GPULINT_FRONTEND_LOWER_LOWER_METHOD_H
#define GPULINT_FRONTEND_LOWER_LOWER_METHOD_H

#include "frontend/unit/lower.h"

const struct ir_expr *call_method(struct lower *l, CXCursor cursor, CXCursor method);

#endif
