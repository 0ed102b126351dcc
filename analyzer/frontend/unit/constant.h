#ifndef GPULINT_FRONTEND_UNIT_CONSTANT_H
#define GPULINT_FRONTEND_UNIT_CONSTANT_H

#include "frontend/unit/lower.h"

/* The value of a cursor that evaluates no operands at run time. NULL: the cursor is of another kind. */
const struct ir_expr *constant_of(struct lower *l, CXCursor cursor);
/* The constant to which the compiler folds a cursor; false: it folds to none. libclang crashes on some kinds of
 * cursors: call it only for kinds that are known to be safe. */
bool lower_constant(struct lower *l, CXCursor cursor, const struct ir_type *type, const struct ir_expr **result);

#endif
