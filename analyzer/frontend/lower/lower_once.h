/* For loops whose body runs once whatever the launch, as one over the rows that a thread has to move where it has one: the
 * compiler makes no loop of them. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_ONCE_H
#define GPULINT_FRONTEND_LOWER_LOWER_ONCE_H

#include "frontend/lower/lower.h"

/* before: what stands in the block of the for statement, its initialiser, and so the declaration of its counter. */
bool runs_once(const struct lower_stmts *before, const struct ir_stmt *loop, const struct jump_target *target);

#endif
