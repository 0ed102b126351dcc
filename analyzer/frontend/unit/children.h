/* The children of a cursor. */
#ifndef GPULINT_FRONTEND_UNIT_CHILDREN_H
#define GPULINT_FRONTEND_UNIT_CHILDREN_H

#include "frontend/unit/lower.h"

/* A cursor's children, kept on a stack: lower_done gives them back, in reverse order of lower_children. */
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
/* The last child that is an expression: the operand of a cast, past its type's references. Null cursor: none. */
CXCursor lower_operand(struct lower *l, CXCursor cursor);
/* The first child that is such a one (NULL: any); null cursor: none. */
CXCursor lower_first_child(CXCursor of, bool (*is_it)(CXCursor child));
/* The first child that is an expression; null cursor: none. */
CXCursor lower_first_part(CXCursor expression);
/* An expression without what says only that it makes temporaries, or converts. */
CXCursor lower_unwrapped(struct lower *l, CXCursor cursor);
/* The last child that is a statement and no expression. */
CXCursor lower_operand_statement(struct lower *l, CXCursor cursor);

#endif
