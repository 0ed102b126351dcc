/* Exit tests of a loop: its own condition, and ifs in its body with an arm that leaves it.
 *
 *	for (k = 0; ; k++) {        while (true) {
 *		if (k >= n)                 …
 *			break;              if (++k > n)
 *		…                               break;
 *	}                           }
 *
 * Both loops count as loops with a condition, wherever in the body it is. */
#ifndef GPULINT_ANALYSIS_LOOP_TEST_H
#define GPULINT_ANALYSIS_LOOP_TEST_H

#include "ir/ir.h"

/* Whether `s` is an if with an arm that leaves the loop. Every iteration that has not left before must execute it. */
bool is_loop_exit(const struct ir_stmt *loop, const struct ir_stmt *s);
/* The first such if; NULL: none. */
const struct ir_stmt *first_loop_exit(const struct ir_stmt *loop);
/* Whether the loop is left if the condition holds. */
bool loop_exit_leaves_first(const struct ir_stmt *exit);
/* The statements of the loop's body. A body that is no block counts as one statement. */
const struct ir_stmt *const *loop_statements(const struct ir_stmt *const *body, uint32_t *count);

#endif
