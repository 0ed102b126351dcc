/* The sides of an if. */
#ifndef GPULINT_CODE_WAYS_H
#define GPULINT_CODE_WAYS_H

#include "ir/walk.h"

/* Whether it only jumps: break, continue, or a return of a literal or variable. */
bool side_only_jumps(const struct ir_stmt *side);
/* The operators, builtins and accesses in it; INFINITY: unknown or at least 1000. */
double operations_of(struct ir_node node);

#endif
