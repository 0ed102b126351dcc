/* Stores whose value is made of what an iteration before has stored: `x[i] = x[i] - x[i - 1] * a[i]`. Iterations of such a loop need
 * each other, in memory rather than in a variable (code/recurrence.h). */
#ifndef GPULINT_CODE_HANDED_ON_H
#define GPULINT_CODE_HANDED_ON_H

#include "code/definitions.h"

/* Whether the store, in the loop that is the innermost around it, is such a one, by the addresses as the source has them. False also
 * where these are no sums of few terms, or the loop's counter does not move by a constant. */
bool stores_what_was_handed_on(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *store);

#endif
