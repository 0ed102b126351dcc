#ifndef GPULINT_FRONTEND_CLASSES_LOWER_VAR_H
#define GPULINT_FRONTEND_CLASSES_LOWER_VAR_H

#include "frontend/unit/lower.h"

struct lower_var *var_global(struct lower *l, CXCursor cursor);
/* Declares a variable in the current block and lowers its initialiser. */
void var_declare(struct lower *l, CXCursor cursor);

#endif
