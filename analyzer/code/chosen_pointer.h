/* Pointers of which only the run decides whether they lead to shared memory: `const float *p = near ? tile : in;`. What goes through
 * one the compiler makes a generic access of, which asks each lane's address where it leads. */
#ifndef GPULINT_CODE_CHOSEN_POINTER_H
#define GPULINT_CODE_CHOSEN_POINTER_H

#include "code/definitions.h"

/* The conditional that chooses between shared memory and other for the pointer that the address in `func` is made of; NULL: none
 * does, as far as the function says, or what it tests is a constant. */
const struct ir_expr *chosen_pointer_of(struct definitions *definitions, const struct ir_func *func, const struct ir_expr *address);

#endif
