/* Lambdas. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_LAMBDA_H
#define GPULINT_FRONTEND_CLASSES_LOWER_LAMBDA_H

#include "frontend/unit/lower.h"

void lambda_object(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects);
/* A closure without captures as a pointer to a function; NULL: it is none, or its function is not known. */
const struct ir_expr *lambda_as_function(struct lower *l, CXCursor closure_class, const struct ir_type *type,
                                         struct ir_loc loc);
/* The same of an element of braces, of which the tree does not show how it is converted. */
const struct ir_expr *lambda_converted(struct lower *l, CXCursor closure, const struct ir_type *type);
struct lower_closure *lambda_closure(struct lower *l, CXCursor closure_class);
const struct ir_expr *lambda_captured(struct lower *l, CXCursor var, struct ir_loc loc);

#endif
