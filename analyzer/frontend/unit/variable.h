/* The variables of a unit: made for a declaration, or without a name. */
#ifndef GPULINT_FRONTEND_UNIT_VARIABLE_H
#define GPULINT_FRONTEND_UNIT_VARIABLE_H

#include "frontend/unit/lower.h"

/* The variable of a declaration, which the caller enters where it belongs. */
struct lower_var *var_make(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage);
/* One of the function that is lowered. */
struct lower_var *var_local(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage);
/* Its lifetime begins here, in the current block. */
void var_emit_declaration(struct lower *l, const struct ir_var *var);
/* A nameless local (outside functions a static) that begins to live before the statement being lowered. */
const struct ir_var *var_temporary(struct lower *l, const struct ir_type *type, struct ir_loc loc);
/* Whether a variable is threadIdx or one of its kin, and the first of its members. */
bool var_special(struct lower *l, CXCursor var, enum ir_special *first);

#endif
