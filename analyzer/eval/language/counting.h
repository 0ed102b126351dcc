/* Counts what the operations of device code are for the warps that execute them. What the compiler knows it computes itself, and
 * that is nothing. */
#ifndef GPULINT_EVAL_LANGUAGE_COUNTING_H
#define GPULINT_EVAL_LANGUAGE_COUNTING_H

#include "eval/language/contract.h"
#include "eval/language/operations.h"
#include "eval/machine.h"

/* Of what yields that result, which is ready when its operands are, and the work is done. */
void count_result(struct machine *m, struct value *result, struct work work);
/* Of an IR_BINARY or IR_UPDATE with these operands, and the products among them that were not counted yet. */
void count_operator(struct machine *m, const struct ir_expr *expr, struct value *result, const struct value operands[2],
                    const struct factors factors[2]);

#endif
