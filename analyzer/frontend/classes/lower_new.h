#ifndef GPULINT_FRONTEND_CLASSES_LOWER_NEW_H
#define GPULINT_FRONTEND_CLASSES_LOWER_NEW_H

#include "frontend/unit/lower.h"

const struct ir_expr *new_lower(struct lower *l, CXCursor cursor);
const struct ir_expr *new_lower_delete(struct lower *l, CXCursor cursor);
/* Frees an object's memory. */
const struct ir_expr *new_give_back(struct lower *l, const struct ir_expr *pointer, struct ir_loc loc);

#endif
