/* What stands in a loop and is followed by the loop's end: however often it iterates, that is come to once. */
#ifndef GPULINT_CODE_EARLY_EXIT_H
#define GPULINT_CODE_EARLY_EXIT_H

#include "ir/ir.h"

/* Whether what follows the call in the loop's body surely leaves the loop: `if (done) { call(); break; }`. */
bool exits_loop_early(const struct ir_stmt *loop, const struct ir_expr *call);

#endif
