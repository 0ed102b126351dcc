/* Code that the compiler rejects. For some of it, the tree has the understood parts in expressions without a type. The
 * rest leaves only a gap between two statements or after a declaration. Such code must not be treated as if it had no
 * effect. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_REJECTED_H
#define GPULINT_FRONTEND_LOWER_LOWER_REJECTED_H

#include "frontend/lower/rejected.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

/* An unknown value of the type, after the effects of the rejected expression. */
const struct ir_expr *rejected_value(struct lower *l, CXCursor expression, const struct ir_type *type);
/* Emits the effects of code that was dropped before the block's child i; for i = children.count: after the last
 * child. */
void rejected_emit_before(struct lower *l, CXCursor block, struct children children, unsigned i);
/* The code that was dropped from a statement, apart from its children; false: none. */
bool rejected_in_statement(struct lower *l, CXCursor statement, struct rejected *rejected);
void rejected_emit_statement(struct rejected *rejected);
/* Emits the possible effects of a statement that is not modelled, from the names in its text. */
void rejected_leave_out(struct lower *l, CXCursor statement);
/* Emits the effects of code that was dropped from the declaration of a variable, child i of the statement. */
void rejected_emit_initialiser(struct lower *l, CXCursor statement, struct children children, unsigned i);

#endif
