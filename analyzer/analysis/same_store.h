/* Stores that repeat the same value in each iteration, as in loops that only prolong a run: `for (k = 0; k < times;
 * k++) out[i] = in[i] + 1`. */
#ifndef GPULINT_ANALYSIS_SAME_STORE_H
#define GPULINT_ANALYSIS_SAME_STORE_H

#include "ir/ir.h"

/* Whether the stored value is independent of variables that the loop assigns, such as its counter. Memory that the
 * loop may store to through the same pointer must not affect it either. False also if this is unclear. */
bool stores_the_same(const struct ir_stmt *loop, const struct ir_expr *store);

#endif
