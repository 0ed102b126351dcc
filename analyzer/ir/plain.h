/* Code that only computes: it reads and writes whole local variables, and nothing else comes of it, whichever lanes run it.
 * The compiler makes a choice between two such pieces without a branch that anybody would care for. */
#ifndef GPULINT_IR_PLAIN_H
#define GPULINT_IR_PLAIN_H

#include <stdbool.h>

#include "ir/walk.h"

/* Of a piece of a function's body, which nothing leaves but at its end. */
bool code_is_plain(struct ir_node node);
/* Of a whole function: it may return from anywhere. */
bool func_is_plain(const struct ir_func *func);
/* Whether the compiler makes a selection of numbers of the branch, in that function: both sides are plain, and short. */
bool branch_selects(const struct ir_func *func, const struct ir_stmt *branch);

#endif
