/* Code in a loop after which the loop ends: it executes at most once, whatever the trip count. */
#ifndef GPULINT_ANALYSIS_EARLY_EXIT_H
#define GPULINT_ANALYSIS_EARLY_EXIT_H

#include "ir/ir.h"

/* Whether the code after the call certainly leaves the loop: `if (done) { call(); break; }`. */
bool exits_loop_early(const struct ir_stmt *loop, const struct ir_expr *call);

#endif
