#ifndef GPULINT_FRONTEND_LOWER_LOWER_THROW_H
#define GPULINT_FRONTEND_LOWER_LOWER_THROW_H

#include "frontend/unit/lower.h"

void throw_try(struct lower *l, CXCursor cursor);
const struct ir_expr *throw_value(struct lower *l, CXCursor cursor);

#endif
