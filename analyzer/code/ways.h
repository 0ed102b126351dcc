/* The two ways that lanes take from an if on, up to where they come together again: its sides, and, where one side leaves by a
 * jump, all that the others do behind the if until they come to where that jump leads.
 *
 *	if (i < 0)              if (i < 0)
 *		return 0;               r = 0;
 *	if (i >= n)             else if (i >= n)
 *		return n - 1;           r = n - 1;
 *	return i;               else
 *	                                r = i;
 *
 * To the compiler both are the same. */
#ifndef GPULINT_CODE_WAYS_H
#define GPULINT_CODE_WAYS_H

#include "ir/walk.h"

/* Whether it does nothing but jump off; what is returned is there already. */
bool side_only_jumps(const struct ir_stmt *side);
/* Operators, functions and accesses that are written there; INFINITY: many, or nobody knows. */
double operations_of(struct ir_node node);
/* Of an if of the function of which one side only jumps off: those of lanes that do not take it. */
double operations_past_jump(const struct ir_func *func, const struct ir_stmt *branch);

#endif
