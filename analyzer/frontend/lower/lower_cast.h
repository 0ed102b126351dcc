#ifndef GPULINT_FRONTEND_LOWER_LOWER_CAST_H
#define GPULINT_FRONTEND_LOWER_LOWER_CAST_H

#include "frontend/unit/lower.h"

const struct ir_expr *cast_implicit(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_implicit_address(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_explicit(struct lower *l, CXCursor cursor);
const struct ir_expr *cast_explicit_address(struct lower *l, CXCursor cursor);

#endif
