/* What is destroyed when a scope is left. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_LEAVE_H
#define GPULINT_FRONTEND_CLASSES_LOWER_LEAVE_H

#include "frontend/unit/lower.h"

/* A variable lives from now on, to the end of its scope. */
void leave_note_variable(struct lower *l, const struct ir_var *var, CXType type);
/* In a destructor: when it is left, the object's parts are destroyed. */
void leave_note_parts(struct lower *l);
/* On a jump out of some scopes: destroys what l->scope->cleanups had become since it was `until`, but for one variable (may be
 * NULL). */
void leave_run(struct lower *l, const struct lower_cleanup *until, const struct ir_var *spared);
/* At the end of a scope, at the beginning of which l->scope->cleanups was `until`. */
void leave_end(struct lower *l, struct lower_cleanup *until);
/* What a result (may be NULL) is before anything is destroyed. */
const struct ir_expr *leave_resolve(struct lower *l, const struct ir_expr *result, const struct ir_type *type,
                                    struct ir_loc loc);

/* The same for a temporary that a reference makes live as long as itself. */
void leave_note_temporary(struct lower *l, const struct lower_temporary *temporary);

#endif
