#ifndef GPULINT_FRONTEND_LOWER_LOWER_RESULT_H
#define GPULINT_FRONTEND_LOWER_LOWER_RESULT_H

#include "frontend/unit/lower.h"

/* The local variable that a return of the function being lowered yields without a copy; NULL: the operand has to be
 * evaluated. */
const struct ir_var *result_variable(struct lower *l, CXCursor operand);

#endif
