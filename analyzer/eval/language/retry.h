/* Loops that try a compare-and-swap until no other thread was faster (code/retry_loop.h). Data decides who has to try again,
 * but not how many: of the lanes of a warp on one word one gets through each time. So many iterations run; that lanes lose
 * against other warps as well is assumed away, and said. */
#ifndef GPULINT_EVAL_LANGUAGE_RETRY_H
#define GPULINT_EVAL_LANGUAGE_RETRY_H

#include "code/retry_loop.h"
#include "eval/state/machine.h"

/* Before a compare-and-swap of the running lanes at that address. */
void retry_swap(struct machine *m, const struct ir_expr *swap, const struct value *address);
/* Of the swap, if it is the first that the lanes try in such a loop: the loop; else NULL. */
const struct retry_loop *retry_first(const struct machine *m, const struct ir_expr *swap);
/* What the accesses of the running loop rest on; NULL: it is none of these. */
const char *retry_assumption(const struct machine *m, const struct ir_stmt *loop);
/* Who has to try again, if that is what the condition asks; else the split as it is. */
struct split retry_split(const struct machine *m, const struct ir_expr *condition, const struct split *split);

#endif
