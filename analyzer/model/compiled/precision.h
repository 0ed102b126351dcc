/* Where the source has arithmetic in double precision for numbers that are single: a literal without an `f`, or a function that
 * returns a double, makes a double of what comes from floats and becomes a float again, or a condition. What is declared as
 * double, or converted to it on purpose, is none. */
#ifndef GPULINT_MODEL_COMPILED_PRECISION_H
#define GPULINT_MODEL_COMPILED_PRECISION_H

#include "model/facts.h"
#include "support/source_reader.h"

/* Of the kernel and all that it calls, in order of where it is met; in the arena. Those of lines that have arithmetic of declared
 * doubles as well are left out. */
void precision_find(struct kernel *kernel, const struct ir_func *func, const struct source_reader *sources, struct arena *arena);

#endif
