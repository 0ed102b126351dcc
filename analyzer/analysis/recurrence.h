/* Loops with loop-carried dependences: `s += a[i]; b[i] = s`, `p = next[p]`, or `if (a[mid] < x) low = mid; else
 * high = mid`. They cannot be split among more threads as they are. */
#ifndef GPULINT_ANALYSIS_RECURRENCE_H
#define GPULINT_ANALYSIS_RECURRENCE_H

#include "ir/ir.h"

/* Whether the access's address or stored value, or the loop's end, depends on a loop-carried variable. The variable
 * must be computed from data, or under a data-dependent condition. `loop` is the innermost loop around the access,
 * or around a call that leads to it. Counters, variables set anew in the loop, and sums stored after it do not
 * count. False also for loops too large to analyse. */
bool is_recurrent(const struct ir_stmt *loop, const struct ir_expr *access);

#endif
