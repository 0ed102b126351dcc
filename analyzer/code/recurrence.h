/* Loops whose iterations need each other: `s += a[i]; b[i] = s`, `p = next[p]`, or `if (a[mid] < x) low = mid; else high = mid`. More
 * threads could not share them as they are. */
#ifndef GPULINT_CODE_RECURRENCE_H
#define GPULINT_CODE_RECURRENCE_H

#include "ir/ir.h"

/* Whether the access goes where, or stores what, the iterations before have computed from data, or as data decide, and handed on in
 * variables; or whether the loop ends by these. The loop is the innermost around the access, or around a call that leads to it. A
 * counter is no such value, nor is what is set anew in the loop, nor a sum that is stored behind it. False also where the loop is
 * too large to tell. */
bool is_recurrent(const struct ir_stmt *loop, const struct ir_expr *access);

#endif
