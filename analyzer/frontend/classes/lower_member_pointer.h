/* Pointers to members. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_POINTER_H
#define GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_POINTER_H

#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

bool member_pointer_is(CXType type);
/* `&C::member`, where `name` is the operand. */
const struct ir_expr *member_pointer_value(struct lower *l, CXCursor cursor, CXCursor name);
/* A pointer to a member of one class, or null, as one to a member of a base or heir. */
const struct ir_expr *member_pointer_converted(struct lower *l, const struct ir_expr *value, CXType from, CXType to);
/* The address of the member that `.*` or `->*` designates. */
const struct ir_expr *member_pointer_address(struct lower *l, CXCursor operation, struct children operands);
/* The `.*` or `->*` that is called; null cursor: something else is. */
CXCursor member_pointer_of_call(struct lower *l, CXCursor callee);
/* The type of function that it calls, which one, and the address of the object. */
CXType member_pointer_function(struct lower *l, CXCursor operation);
const struct ir_expr *member_pointer_callee(struct lower *l, CXCursor operation, const struct ir_expr **object);

#endif
