/* What builtin functions amount to in compiled code, without their arguments: instructions of nvcc 13.0 for sm_90, roughly. */
#ifndef GPULINT_CODE_BUILTIN_EXTENT_H
#define GPULINT_CODE_BUILTIN_EXTENT_H

#include "code/unroll.h"

/* What is not known to be a piece of a straight line counts as a subroutine. */
struct extent extent_of_builtin(const struct ir_expr *call);
/* The same where predicates may take the place of branches: what is not known to have branches of its own counts as one
 * instruction. */
struct extent extent_of_builtin_under_predicates(const struct ir_expr *call);
/* Of a function of real numbers: whether a literal among its arguments may make it something simpler, as powf(x, 2) is x * x. */
bool may_be_simpler(const struct ir_expr *call);

#endif
