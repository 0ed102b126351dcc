/* Operations on bits that are one instruction together. LOP3 computes any function of the bits of three numbers, and SHF turns a
 * number round: `x & y ^ ~x & z` is one, `x >> 7 | x << 25` too. nvcc 13.0 makes them of what stands in one expression, and of more
 * that this does not see. */
#ifndef GPULINT_EVAL_LANGUAGE_FUSING_H
#define GPULINT_EVAL_LANGUAGE_FUSING_H

#include "ir/ir.h"

/* By how many instructions the operation and those of its operands are fewer than each by itself. */
int fused_operations(const struct ir_expr *operation);

#endif
