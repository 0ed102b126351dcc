/* The children of a cursor. */
#ifndef GPULINT_FRONTEND_UNIT_CHILDREN_H
#define GPULINT_FRONTEND_UNIT_CHILDREN_H

#include "frontend/unit/lower.h"

/* A cursor's children, kept on a stack. lower_done pops them; calls must come in reverse order of lower_children. */
struct children {
	size_t first;
	unsigned count;
};
struct children lower_children(struct lower *l, CXCursor cursor);
void lower_done(struct lower *l, struct children children);
static inline CXCursor
nth_child(const struct lower *l, struct children children, unsigned i)
{
	return l->children[children.first + i];
}
/* The last child that is an expression, such as the operand of a cast (after its type references). Null cursor:
 * none. */
CXCursor lower_operand(struct lower *l, CXCursor cursor);
/* The first child for which is_it holds (NULL: the first child). Null cursor: none. */
CXCursor lower_first_child(CXCursor of, bool (*is_it)(CXCursor child));
/* The first child that is an expression. Null cursor: none. */
CXCursor lower_first_part(CXCursor expression);
/* The expression without the unexposed nodes around it, which only materialise temporaries or convert. */
CXCursor lower_unwrapped(struct lower *l, CXCursor cursor);
/* The last child that is a statement and not an expression. Null cursor: none. */
CXCursor lower_operand_statement(struct lower *l, CXCursor cursor);

#endif
