/* How a function hands on its result. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_RESULT_H
#define GPULINT_FRONTEND_LOWER_LOWER_RESULT_H

#include "frontend/unit/lower.h"

/* The variable that a return of the function being lowered hands on as it is; NULL: its operand has to be computed. */
const struct ir_var *result_variable(struct lower *l, CXCursor operand);

#endif
