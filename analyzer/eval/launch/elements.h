/* Element types of a launch's buffers, as a measurement needs them to fill the buffers. */
#ifndef GPULINT_EVAL_LAUNCH_ELEMENTS_H
#define GPULINT_EVAL_LAUNCH_ELEMENTS_H

#include <stdbool.h>

#include "ir/ir.h"
#include "model/facts.h"

/* Whether the type is or contains an address. */
bool elements_hold_pointers(const struct ir_type *type);
/* Sets the argument's description of its elements. element: NULL: unknown. */
void elements_describe(struct launch_argument *in, const struct ir_type *element, struct arena *arena);

#endif
