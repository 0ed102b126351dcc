/* Loads of which only some bytes are needed, or none: `a[i] & 255`, or a wide integer that goes into a narrow one. The compiler
 * loads no more than these, wherever it sees to the end what becomes of the number. */
#ifndef GPULINT_CODE_NARROW_H
#define GPULINT_CODE_NARROW_H

#include "ir/ir.h"
#include "support/pointer_set.h"

struct possible_known;

/* Adds the loads of the function's code that may be narrower than they are written; the function itself, if there is more of
 * that than is looked at. */
void narrow_loads_find(struct pointer_set *loads, struct possible_known *possible, const struct ir_func *func);

#endif
