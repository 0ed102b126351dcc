/* Where the source has arithmetic that the compiler makes many instructions of, in loops: divisions, roots, powers, sines. */
#ifndef GPULINT_MODEL_COMPILED_MATH_USES_H
#define GPULINT_MODEL_COMPILED_MATH_USES_H

#include "model/facts.h"

/* Of the kernel and all that it calls; in the arena. */
void math_uses_find(struct kernel *kernel, const struct ir_func *func, struct arena *arena);

#endif
