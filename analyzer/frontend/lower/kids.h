/* The children of a cursor. */
#ifndef GPULINT_FRONTEND_LOWER_KIDS_H
#define GPULINT_FRONTEND_LOWER_KIDS_H

#include "frontend/lower/lower.h"

/* A cursor's children, kept on a stack: lower_done gives them back, in reverse order of lower_kids. */
struct kids {
	size_t first;
	unsigned count;
};
struct kids lower_kids(struct lower *l, CXCursor cursor);
void lower_done(struct lower *l, struct kids kids);
static inline CXCursor
kid(const struct lower *l, struct kids kids, unsigned i)
{
	return l->kids[kids.first + i];
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
