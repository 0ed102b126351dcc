/* What lanes do on the sides of an if. */
#ifndef GPULINT_CODE_WAYS_H
#define GPULINT_CODE_WAYS_H

#include "ir/walk.h"

/* Whether it does nothing but jump off; what is returned is there already. */
bool side_only_jumps(const struct ir_stmt *side);
/* Operators, functions and accesses that are written there; INFINITY: many, or nobody knows. */
double operations_of(struct ir_node node);

#endif
