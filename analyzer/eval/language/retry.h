/* Compare-and-swap retry loops (analysis/retry_loop.h). Data decides which lanes retry, but not how many: in each try,
 * one of a warp's lanes on the same word succeeds. This gives the trip count. Conflicts with other warps are assumed
 * away, and the report says so. */
#ifndef GPULINT_EVAL_LANGUAGE_RETRY_H
#define GPULINT_EVAL_LANGUAGE_RETRY_H

#include "analysis/retry_loop.h"
#include "eval/state/machine.h"

/* Call before a compare-and-swap of the active lanes at that address. */
void retry_swap(struct machine *m, const struct ir_expr *swap, const struct value *address);
/* The loop, if the swap is the lanes' first try in such a loop; else NULL. */
const struct retry_loop *retry_first(const struct machine *m, const struct ir_expr *swap);
/* The assumption of accesses in the running loop; NULL: not such a loop. */
const char *retry_assumption(const struct machine *m, const struct ir_stmt *loop);
/* The lanes that retry, if the condition is the retry test; else the split unchanged. */
struct split retry_split(const struct machine *m, const struct ir_expr *condition, const struct split *split);

#endif
