/* Counts what device code executes as it is written, for want of machine code: an instruction for each operator, for functions as many as
 * costs.def says. What the compiler computes, merges, hoists, or keeps in registers is not known here. */
#ifndef GPULINT_EVAL_STATE_COUNT_H
#define GPULINT_EVAL_STATE_COUNT_H

#include "eval/state/machine.h"

/* Of an operator, or a conversion, on numbers of that type. */
void count_operator(struct machine *m, enum ir_op op, const struct ir_type *type);
void count_builtin(struct machine *m, const struct ir_expr *call);
/* Inline assembly; of matrices it is not known how long they take. */
void count_assembly(struct machine *m, const struct ir_expr *assembly);
/* What warps wait for: accesses to memory; these are counted as sites. */
void count_access(struct machine *m);
void count_barrier(struct machine *m);

#endif
