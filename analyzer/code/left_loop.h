/* What stands in a loop and is followed by the loop's end: however often it iterates, that is come to once. */
#ifndef GPULINT_CODE_LEFT_LOOP_H
#define GPULINT_CODE_LEFT_LOOP_H

#include "ir/ir.h"

/* Whether what follows the call in the loop's body surely leaves the loop: `if (done) { call(); break; }`. */
bool loop_is_left_behind(const struct ir_stmt *loop, const struct ir_expr *call);

#endif
