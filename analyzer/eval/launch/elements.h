/* What the elements of a launch's buffers consist of, as far as a measurement needs it to fill them. */
#ifndef GPULINT_EVAL_LAUNCH_ELEMENTS_H
#define GPULINT_EVAL_LAUNCH_ELEMENTS_H

#include <stdbool.h>

#include "ir/ir.h"
#include "model/facts.h"

/* Whether the type is an address, or holds some. */
bool elements_hold_pointers(const struct ir_type *type);
/* Sets what the argument says of its elements, which are of that type; NULL: it is not known. */
void elements_describe(struct launch_argument *in, const struct ir_type *element, struct arena *arena);

#endif
