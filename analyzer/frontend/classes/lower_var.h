/* Variables. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_VAR_H
#define GPULINT_FRONTEND_CLASSES_LOWER_VAR_H

#include "frontend/lower/lower.h"

struct lower_var *var_local(struct lower *l, CXCursor cursor, const struct ir_type *type, enum ir_storage storage);
/* A nameless local (outside functions a static) that begins to live before the statement being lowered. */
const struct ir_var *var_temporary(struct lower *l, const struct ir_type *type, struct ir_loc loc);
struct lower_var *var_global(struct lower *l, CXCursor cursor);
/* Declares a variable in the current block and lowers its initialiser. */
void var_declare(struct lower *l, CXCursor cursor);

#endif
