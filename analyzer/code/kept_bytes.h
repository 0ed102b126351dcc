/* Stores of a number of which some bytes are what lies there already, put beside others: `p[i] = (p[i] & ~255) | x`. The compiler
 * stores the other bytes alone, and then loads nothing, if it sees that. Followed are masks and sums without carries, through
 * variables and functions. */
#ifndef GPULINT_CODE_KEPT_BYTES_H
#define GPULINT_CODE_KEPT_BYTES_H

#include "ir/ir.h"
#include "support/pointer_set.h"

struct possible_known;

/* Adds such stores of the function's code, and the loads of what they keep. */
void kept_bytes_find(struct pointer_set *accesses, struct possible_known *possible, const struct ir_func *func);

#endif
