/* What stands between two accesses to members of one vector, and whether the compiler makes one access of them across it.
 *
 * nvcc merges them within one basic block, before it makes branches into predicates and instructions into subroutines: so
 * a square root and a division are crossed, but functions that are compiled with a branch for rare arguments are not, nor
 * what exchanges lanes or orders memory, unless no other pointer leads to what is loaded. Found with nvcc 13.0 for sm_90 by
 * compiling `s = v[i].x; s = f(s); s *= v[i].y` for each function. */
#ifndef GPULINT_CODE_CROSSING_H
#define GPULINT_CODE_CROSSING_H

#include "ir/ir.h"

/* The worse, the greater. */
enum crossing {
	CROSSING_SURE,
	CROSSING_UNSURE,
	CROSSING_RESTRICTED,   /* at most by loads through `__restrict__` pointers */
	CROSSING_COPIES,       /* in those copies of an unrolled loop alone in which a condition leaves it out */
	CROSSING_NONE,
};

/* Across the operation that the expression is, its parts apart; loads and stores are crossed so far as they are no others'. */
enum crossing crossing_of_expr(const struct ir_expr *e);
/* Across the statement itself, whatever is in it. */
enum crossing crossing_of_stmt(const struct ir_stmt *s);
/* Whether it is an access to memory: not to the function's own variables. */
bool is_memory_access(const struct ir_expr *e);

#endif
