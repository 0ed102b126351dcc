/* Stores of a value computed from an earlier iteration's store: `x[i] = x[i] - x[i - 1] * a[i]`. Such a loop-carried
 * dependence goes through memory, not through a variable (analysis/recurrence.h). */
#ifndef GPULINT_ANALYSIS_HANDED_ON_H
#define GPULINT_ANALYSIS_HANDED_ON_H

#include "analysis/definitions.h"

/* Whether this holds for the store in its innermost loop, by the addresses in the source. False also if these are
 * not sums of few terms, or if the loop counter's step is not constant. */
bool stores_what_was_handed_on(struct definitions *definitions, const struct ir_stmt *loop,
                               const struct ir_expr *store);

#endif
