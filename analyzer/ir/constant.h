/* Conditions that are made of literals: the compiler leaves out what they never let run. */
#ifndef GPULINT_IR_CONSTANT_H
#define GPULINT_IR_CONSTANT_H

#include "ir/walk.h"

/* Whether the value follows from the expression alone, as that of `false && x` does. Only what conditions of templates and
 * macros are made of is looked through. */
bool ir_is_constant(const struct ir_expr *e, int64_t *value);
/* Whether the part is a side of an if, or an operand, that such a condition never lets run. */
bool ir_never_runs(struct ir_node whole, struct ir_node part);

#endif
