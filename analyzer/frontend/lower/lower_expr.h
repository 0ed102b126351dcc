/* Expressions. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_EXPR_H
#define GPULINT_FRONTEND_LOWER_LOWER_EXPR_H

#include "frontend/lower/lower.h"

const struct ir_expr *lower_value(struct lower *l, CXCursor cursor);
const struct ir_expr *lower_address(struct lower *l, CXCursor cursor);
/* Whether an expression designates an object that lives on, rather than a value. */
bool lower_is_glvalue(struct lower *l, CXCursor cursor);
/* The value, converted to the type; for what the source leaves without a cast (elements of initialiser lists). */
const struct ir_expr *lower_value_as(struct lower *l, CXCursor cursor, const struct ir_type *type);
const struct ir_expr *lower_this(struct lower *l, struct ir_loc loc);
/* The address of a temporary that holds a scalar. */
const struct ir_expr *lower_materialise(struct lower *l, const struct ir_expr *value);
/* An address that can be used twice; *first: what must be evaluated before it, NULL when nothing. */
const struct ir_expr *lower_address_once(struct lower *l, const struct ir_expr *address, const struct ir_expr **first);

#endif
