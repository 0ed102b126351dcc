/* Loops whose iterations need each other: `s += a[i]; b[i] = s`, or `p = next[p]`. More threads could not share them as they are. */
#ifndef GPULINT_CODE_RECURRENCE_H
#define GPULINT_CODE_RECURRENCE_H

#include "ir/ir.h"

/* Whether the access, in the innermost loop around it, goes where, or stores what, the iterations before have computed from data and
 * handed on in variables. A counter is no such value, nor is what is set anew in the loop, nor a sum that is stored behind it. False
 * also where the loop is too large to tell. */
bool is_recurrent(const struct ir_stmt *loop, const struct ir_expr *access);

#endif
