/* Plain code only reads and writes whole local variables and has no other effect, whichever lanes run it. The
 * compiler selects between two such pieces without a branch worth a report. */
#ifndef GPULINT_IR_PLAIN_H
#define GPULINT_IR_PLAIN_H

#include <stdbool.h>

#include "ir/walk.h"

/* For a piece of a function's body that is only left at its end. */
bool code_is_plain(struct ir_node node);
/* For a whole function: it may return from anywhere. */
bool func_is_plain(const struct ir_func *func);
/* Whether the compiler makes the branch of that function a selection: both arms are plain and short. */
bool branch_selects(const struct ir_func *func, const struct ir_stmt *branch);

#endif
