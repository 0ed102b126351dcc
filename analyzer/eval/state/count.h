/* Counts device instructions by the source, for kernels without machine code: one for each operator, and for
 * functions as in costs.def. It ignores that the compiler evaluates, merges and hoists operations, and keeps data in
 * registers. */
#ifndef GPULINT_EVAL_STATE_COUNT_H
#define GPULINT_EVAL_STATE_COUNT_H

#include "eval/state/machine.h"

/* An operator or a conversion on numbers of that type. */
void count_operator(struct machine *m, enum ir_op op, const struct ir_type *type);
void count_builtin(struct machine *m, const struct ir_expr *call);
/* Inline assembly. A matrix instruction also counts as a call of unknown length. */
void count_assembly(struct machine *m, const struct ir_expr *assembly);
/* Latencies that warps wait for. The access itself is counted as a site. */
void count_access(struct machine *m);
void count_barrier(struct machine *m);

#endif
