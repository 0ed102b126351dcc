/* Destruction of variables at the exits of a scope. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_LEAVE_H
#define GPULINT_FRONTEND_CLASSES_LOWER_LEAVE_H

#include "frontend/unit/lower.h"

/* Records that a variable is alive from here to the end of its scope. */
void leave_note_variable(struct lower *l, const struct ir_var *var, CXType type);
/* In a destructor: each exit destroys the object's parts. */
void leave_note_parts(struct lower *l);
/* For a jump out of scopes. Destroys what was added to l->scope->cleanups since it was `until`, except for one variable
 * (may be NULL). */
void leave_run(struct lower *l, const struct lower_cleanup *until, const struct ir_var *spared);
/* For the end of a scope. `until`: l->scope->cleanups at the scope's start. */
void leave_end(struct lower *l, struct lower_cleanup *until);
/* Evaluates a result (may be NULL) before anything is destroyed, and returns its value. */
const struct ir_expr *leave_resolve(struct lower *l, const struct ir_expr *result, const struct ir_type *type,
                                    struct ir_loc loc);

/* Records a temporary whose lifetime a reference extends to its own. */
void leave_note_temporary(struct lower *l, const struct lower_temporary *temporary);

#endif
