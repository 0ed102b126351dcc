/* Loops that do nothing but compute numbers of floating point, from and into variables of the thread's own: the core of a
 * tiled matrix product. Where no floating point decides anything, all that such a loop comes to follows from the few
 * integers that it begins with, the same each time.
 *
 * Constants of floating point have no part in it: x * 1 would be x, while what is computed of variables is something new. */
#ifndef GPULINT_CODE_IDLE_LOOP_H
#define GPULINT_CODE_IDLE_LOOP_H

#include "ir/ir.h"

enum { IDLE_INTEGERS = 4, IDLE_REALS = 16 };

/* A variable that was declared before the loop. */
struct idle_variable {
	const struct ir_var *var;
	bool assigned;
};

struct idle_loop {
	bool is_idle;
	struct idle_variable integers[IDLE_INTEGERS];   /* scalars */
	unsigned integer_count;
	struct idle_variable reals[IDLE_REALS];         /* scalars, arrays, records, and pointers to what else holds them */
	unsigned real_count;
};

struct idle_loop idle_loop_of(const struct ir_stmt *loop);

#endif
