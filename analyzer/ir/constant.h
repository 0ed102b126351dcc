/* Conditions made of literals: the compiler drops the code that they exclude. */
#ifndef GPULINT_IR_CONSTANT_H
#define GPULINT_IR_CONSTANT_H

#include "ir/walk.h"

/* Whether the value follows from the expression alone, as for `false && x`. Only operators common in conditions of
 * templates and macros are evaluated. */
bool ir_is_constant(const struct ir_expr *e, int64_t *value);
/* Whether the part is an arm of an if, or an operand, that such a condition excludes. */
bool ir_never_runs(struct ir_node whole, struct ir_node part);

#endif
