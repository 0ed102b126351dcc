/* Variables that begin with a constant and that each round of a loop moves several times, by constants: `k = 0; while (k < n)
 * { … k += 11; … k += 5; }`. Wherever such a variable is read in there, the compiler knows it up to the step of a whole
 * round. */
#ifndef GPULINT_CODE_STEPPING_H
#define GPULINT_CODE_STEPPING_H

#include "code/definitions.h"

/* The largest power of two, up to 16, modulo which the variable that `e` reads in the loop is known; 1: it is no such one. */
unsigned stepping_multiple(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_expr *e);

#endif
