/* The compiler's errors and the constructs that are not modelled. They become problems for the user. Errors are also
 * kept by place, so that code with an error is not taken at face value. */
#ifndef GPULINT_FRONTEND_UNIT_DIAGNOSTICS_H
#define GPULINT_FRONTEND_UNIT_DIAGNOSTICS_H

#include "frontend/unit/lower.h"

/* Adds a problem to the unit, without a limit on their number. message: in the unit's arena. */
void diagnostics_add(struct ir_unit *unit, struct ir_loc loc, const char *message);
void diagnostics_read(struct lower *l);

#endif
