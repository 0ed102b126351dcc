/* Pointers to shared memory or elsewhere by a run-time choice: `const float *p = near ? tile : in;`. The compiler
 * makes generic accesses through them, which resolve each lane's address space. */
#ifndef GPULINT_ANALYSIS_CHOSEN_POINTER_H
#define GPULINT_ANALYSIS_CHOSEN_POINTER_H

#include "analysis/definitions.h"

/* The conditional that makes this choice for the pointer of the address in `func`. NULL: none visible in the
 * function, or its condition is a constant. */
const struct ir_expr *chosen_pointer_of(struct definitions *definitions, const struct ir_func *func,
                                        const struct ir_expr *address);

#endif
