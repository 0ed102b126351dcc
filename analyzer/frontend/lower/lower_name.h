/* Names of variables, functions and enumerators. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_NAME_H
#define GPULINT_FRONTEND_LOWER_LOWER_NAME_H

#include "frontend/unit/lower.h"

const struct ir_expr *name_value(struct lower *l, CXCursor cursor);
const struct ir_expr *name_address(struct lower *l, CXCursor cursor);
/* The compiler's value of a constant variable; false: it is not constant, or cannot be folded safely. */
bool name_constant(struct lower *l, CXCursor cursor, CXCursor named, const struct ir_expr **result);

#endif
