/* Where a loop asks whether to go on: at its own condition, or at ifs in its body of which one side leaves it.
 *
 *	for (k = 0; ; k++) {        while (true) {
 *		if (k >= n)                 …
 *			break;              if (++k > n)
 *		…                               break;
 *	}                           }
 *
 * Both are loops with a condition, wherever in the body that stands. */
#ifndef GPULINT_CODE_LOOP_TEST_H
#define GPULINT_CODE_LOOP_TEST_H

#include "ir/ir.h"

/* Whether it is an if that each round comes to, unless it has left before, and of which one side leaves the loop. */
bool is_loop_exit(const struct ir_stmt *loop, const struct ir_stmt *s);
/* The first such if; NULL: there is none. */
const struct ir_stmt *first_loop_exit(const struct ir_stmt *loop);
/* Of such an if: whether those leave for whom its condition holds. */
bool loop_exit_leaves_first(const struct ir_stmt *exit);
/* The statements of the loop's body; what is no block is one. */
const struct ir_stmt *const *loop_statements(const struct ir_stmt *const *body, uint32_t *count);

#endif
