/* Mathematical functions whose results a GPU and the host may round differently. By CUDA's tables of errors all but the
 * basic operations, the square root and what only rounds or chooses are off by some units in the last place: what they
 * decide is not sure. Nor is that of single-precision arithmetic that compiler flags (-ftz=true, -prec-div=false, -use_fast_math) have
 * rounded otherwise. */
#ifndef GPULINT_CODE_INEXACT_H
#define GPULINT_CODE_INEXACT_H

#include "ir/ir.h"
#include "support/pointer_set.h"

/* Adds the calls and operations (ir_expr) in a function's code and in what that calls. */
void inexact_calls_find(struct pointer_set *calls, const struct ir_func *func);

#endif
