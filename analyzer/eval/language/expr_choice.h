/* Expressions with conditionally evaluated operands: ?:, && and
 *
 * . */
#ifndef GPULINT_EVAL_LANGUAGE_EXPR_CHOICE_H
#define GPULINT_EVAL_LANGUAGE_EXPR_CHOICE_H

#include "eval/state/machine.h"

struct value eval_conditional(struct machine *m, const struct ir_expr *expr);
struct value eval_logical(struct machine *m, const struct ir_expr *expr);

#endif
