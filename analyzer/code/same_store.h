/* Stores of a loop that make the same of the same in each iteration, as loops have them that are there for the time they take:
 * `for (k = 0; k < times; k++) out[i] = in[i] + 1`. */
#ifndef GPULINT_CODE_SAME_STORE_H
#define GPULINT_CODE_SAME_STORE_H

#include "ir/ir.h"

/* Whether what is stored depends neither on what the loop assigns, its counter for one, nor on memory that it may store to through
 * the same pointer. False also where that cannot be seen. */
bool stores_the_same(const struct ir_stmt *loop, const struct ir_expr *store);

#endif
