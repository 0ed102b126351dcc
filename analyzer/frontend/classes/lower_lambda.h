#ifndef GPULINT_FRONTEND_CLASSES_LOWER_LAMBDA_H
#define GPULINT_FRONTEND_CLASSES_LOWER_LAMBDA_H

#include "frontend/unit/lower.h"

void lambda_object(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects);
/* A closure without captures as a function pointer; NULL: not such a closure, or its function is unknown. */
const struct ir_expr *lambda_as_function(struct lower *l, CXCursor closure_class, const struct ir_type *type,
                                         struct ir_loc loc);
/* The same for an element of braces, whose conversion the tree does not show. */
const struct ir_expr *lambda_converted(struct lower *l, CXCursor closure, const struct ir_type *type);
struct lower_closure *lambda_closure(struct lower *l, CXCursor closure_class);
const struct ir_expr *lambda_captured(struct lower *l, CXCursor var, struct ir_loc loc);

#endif
