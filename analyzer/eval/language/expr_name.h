/* Names of expressions that are not run: of the arm of a choice that no lane takes, say (see name.h). */
#ifndef GPULINT_EVAL_LANGUAGE_EXPR_NAME_H
#define GPULINT_EVAL_LANGUAGE_EXPR_NAME_H

#include "eval/machine.h"

/* As if it were run now; NAME_NONE of what does more than to compute from the function's own variables. */
struct name expr_name(struct machine *m, const struct ir_expr *e);
/* Of one of two values, chosen by a condition, all three computed without effects: compilers select it, with no branch. */
struct name expr_name_of_choice(struct name condition, struct name a, struct name b);
/* Whether the expression, a division, say, comes to one number whatever its operands are: `(x & 7) >> 3`. */
bool expr_is_settled(struct machine *m, const struct ir_expr *e, int64_t *number);

#endif
