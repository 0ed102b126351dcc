/* What the compiler says against a file, and what we leave out of it: problems for the user, and errors by their place, so that what
 * they stand in is not taken for what it says. */
#ifndef GPULINT_FRONTEND_UNIT_DIAGNOSTICS_H
#define GPULINT_FRONTEND_UNIT_DIAGNOSTICS_H

#include "frontend/unit/lower.h"

/* A problem of the unit, whatever there are already. message: in the unit's arena. */
void diagnostics_add(struct ir_unit *unit, struct ir_loc loc, const char *message);
void diagnostics_read(struct lower *l);

#endif
