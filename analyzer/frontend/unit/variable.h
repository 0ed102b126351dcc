/* The variables of a unit: those of declarations, and temporaries. */
#ifndef GPULINT_FRONTEND_UNIT_VARIABLE_H
#define GPULINT_FRONTEND_UNIT_VARIABLE_H

#include "frontend/unit/lower.h"

/* Makes the variable of a declaration. The caller registers it. */
struct lower_var *var_make(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage);
/* Makes and registers a variable of the function being lowered. */
struct lower_var *var_local(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage);
/* The variable's lifetime begins here, in the current block. */
void var_emit_declaration(struct lower *l, const struct ir_var *var);
/* A nameless local (outside functions: static). Its lifetime begins before the statement being lowered. */
const struct ir_var *var_temporary(struct lower *l, const struct ir_type *type, struct ir_loc loc);
/* Whether a variable is threadIdx, blockIdx, blockDim, gridDim or warpSize. *first: its first component. */
bool var_special(struct lower *l, CXCursor var, enum ir_special *first);

#endif
