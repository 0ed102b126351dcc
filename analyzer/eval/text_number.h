/* Arithmetic for those who read code instead of running it: of numbers that are known, without wrapping. */
#ifndef GPULINT_EVAL_TEXT_NUMBER_H
#define GPULINT_EVAL_TEXT_NUMBER_H

#include "ir/ir.h"

/* The result of the IR_BINARY `e`, whose operands are a and b; to be wrapped to its type. False: it has none, or is of a
 * kind that says nothing of sizes. */
bool text_compute(const struct ir_expr *e, int64_t a, int64_t b, int64_t *number);

/* Whether a comparison of integers (<, <=, >, >=) holds, in the type of its operands. */
bool text_compare(const struct ir_expr *e, int64_t a, int64_t b);

#endif
