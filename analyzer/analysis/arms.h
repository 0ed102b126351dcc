/* The arms of an if. */
#ifndef GPULINT_ANALYSIS_ARMS_H
#define GPULINT_ANALYSIS_ARMS_H

#include "ir/walk.h"

/* Whether it only jumps: break, continue, or a return of a literal or variable. */
bool arm_only_jumps(const struct ir_stmt *arm);
/* The operators, builtins and accesses in it; INFINITY: unknown or at least 1000. */
double operations_of(struct ir_node node);

#endif
