/* Constants. */
#ifndef GPULINT_FRONTEND_UNIT_CONSTANT_H
#define GPULINT_FRONTEND_UNIT_CONSTANT_H

#include "frontend/unit/lower.h"

/* Of what has no parts that run; NULL: the expression has. */
const struct ir_expr *constant_of(struct lower *l, CXCursor cursor);
/* A constant that the compiler folds; false when it is none. Only for kinds of cursors that cannot crash it. */
bool lower_constant(struct lower *l, CXCursor cursor, const struct ir_type *type, const struct ir_expr **result);

#endif
