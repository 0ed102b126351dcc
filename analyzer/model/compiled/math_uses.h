/* Finds arithmetic in loops that compiles to many instructions: divisions, roots, powers, sines. */
#ifndef GPULINT_MODEL_COMPILED_MATH_USES_H
#define GPULINT_MODEL_COMPILED_MATH_USES_H

#include "model/facts.h"

/* Covers the kernel and all functions that it calls. Results are in the arena. */
void math_uses_find(struct kernel *kernel, const struct ir_func *func, struct arena *arena);

#endif
