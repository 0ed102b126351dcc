#ifndef GPULINT_FRONTEND_LOWER_LOWER_OPERATOR_H
#define GPULINT_FRONTEND_LOWER_LOWER_OPERATOR_H

#include "frontend/unit/lower.h"

const struct ir_expr *operator_value(struct lower *l, CXCursor cursor);
const struct ir_expr *operator_address(struct lower *l, CXCursor cursor);

#endif
