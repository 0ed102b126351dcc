/* Mathematical functions whose results a GPU and the host may round differently. By CUDA's tables of errors all but the
 * basic operations, the square root and what only rounds or chooses are off by some units in the last place: what they
 * decide is not sure. Nor is that of single-precision arithmetic that compiler flags (-ftz=true, -prec-div=false, -use_fast_math) have
 * rounded otherwise. */
#ifndef GPULINT_CODE_ROUNDING_H
#define GPULINT_CODE_ROUNDING_H

#include "ir/ir.h"

enum rounding_sensitive { EXACT, ROUNDED_ON_HOST, ROUNDED };

/* Whether there are such in a function's code or in what that calls. ON_HOST: but none that the run of its machine code (codegen/execute)
 * takes for known. */
enum rounding_sensitive func_rounding_sensitive(const struct ir_func *func);

#endif
