/* Code that the compiler rejects. Of some the tree has the parts that are understood, in expressions without a type; of other
 * there is nothing but a gap between two statements, or behind a declaration. What follows must not be told as if it had no effect. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_REJECTED_H
#define GPULINT_FRONTEND_LOWER_LOWER_REJECTED_H

#include "frontend/lower/rejected.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

/* What it yields, as the type. */
const struct ir_expr *rejected_value(struct lower *l, CXCursor expression, const struct ir_type *type);
/* Emits what was dropped in front of the block's child i; of i = children.count: behind the last. */
void rejected_emit_before(struct lower *l, CXCursor block, struct children children, unsigned i);
/* What was dropped of a statement beside its children; false: nothing. */
bool rejected_in_statement(struct lower *l, CXCursor statement, struct rejected *rejected);
void rejected_emit_statement(struct rejected *rejected);
/* Emits what a statement that is left out may do: whatever its words do. */
void rejected_leave_out(struct lower *l, CXCursor statement);
/* Emits what was dropped of the declaration of a variable, child i of the statement. */
void rejected_emit_initialiser(struct lower *l, CXCursor statement, struct children children, unsigned i);

#endif
