#ifndef GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_POINTER_H
#define GPULINT_FRONTEND_CLASSES_LOWER_MEMBER_POINTER_H

#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

bool member_pointer_is(CXType type);
/* The value of `&C::member`, where `name` is the operand. */
const struct ir_expr *member_pointer_value(struct lower *l, CXCursor cursor, CXCursor name);
/* Converts a pointer to a member, or null, to a pointer to a member of a base or derived class. */
const struct ir_expr *member_pointer_converted(struct lower *l, const struct ir_expr *value, CXType from, CXType to);
/* The address of the member that `.*` or `->*` designates. */
const struct ir_expr *member_pointer_address(struct lower *l, CXCursor operation, struct children operands);
/* The `.*` or `->*` expression that is called; null cursor: the callee is another expression. */
CXCursor member_pointer_of_call(struct lower *l, CXCursor callee);
/* The type of the called function, then the callee and *object, the address of the object. */
CXType member_pointer_function(struct lower *l, CXCursor operation);
const struct ir_expr *member_pointer_callee(struct lower *l, CXCursor operation, const struct ir_expr **object);

#endif
