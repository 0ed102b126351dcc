/* Finds double-precision arithmetic on single-precision values. A literal without an `f`, or a function that returns
 * double, widens a value computed from floats; the result becomes a float again, or a condition. Values declared as
 * double, or converted to double explicitly, do not count. */
#ifndef GPULINT_MODEL_COMPILED_PRECISION_H
#define GPULINT_MODEL_COMPILED_PRECISION_H

#include "model/facts.h"
#include "support/source_reader.h"

/* Covers the kernel and all functions that it calls, in the order of first use. Results are in the arena. Lines that
 * also have arithmetic on declared doubles are skipped. */
void precision_find(struct kernel *kernel, const struct ir_func *func, const struct source_reader *sources,
                    struct arena *arena);

#endif
