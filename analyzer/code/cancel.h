/* Operations whose result does not need all of their operands, which the compiler may then never compute. */
#ifndef GPULINT_CODE_CANCEL_H
#define GPULINT_CODE_CANCEL_H

#include <stdbool.h>

#include "ir/ir.h"

/* Whether the result of a binary operation is zero whatever the other operand is. Of floating point it is not. */
bool expr_is_zero_anyway(const struct ir_expr *e);
/* Whether operands of a binary operation are the same, so that the compiler may know the result, of integers, without them:
 * a - b + b, a ^ b ^ a, a / a. */
bool expr_cancels(const struct ir_expr *e);

#endif
