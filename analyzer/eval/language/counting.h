/* Counts what the operations of device code are for the warps that execute them. What the compiler knows it computes itself, and
 * that is nothing; nor is what a warp has from before (language/computed.h).
 *
 * Of an index, what adds a constant is part of the address, and so is what each round of a loop of copies moves on by the same;
 * a sum goes with a product in it. The address is one instruction where it does not lie a constant away from another. That
 * is within a third of what nvcc 13.0 leaves of some fifty loops for sm_90. */
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
/* Of an IR_UNARY or IR_BINARY: less what goes into one instruction with its operands' (language/fusing.h). */
struct work work_of_fused(const struct ir_expr *expr, struct work work);
/* Of a jump on a condition of that name. */
void count_jump(struct machine *m, struct name condition);
/* What has been counted since is done once for so many copies that the compiler makes of a loop's body. */
void count_once_for(struct machine *m, unsigned copies, const struct work *before);
/* Of what yields that address. */
void count_address(struct machine *m, struct value *address);

#endif
