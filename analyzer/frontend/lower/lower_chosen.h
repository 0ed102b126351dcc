/* Which constructor or conversion the compiler has chosen for an element of braces. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_CHOSEN_H
#define GPULINT_FRONTEND_LOWER_LOWER_CHOSEN_H

#include "frontend/lower/lower.h"

/* The call of a constructor by which the compiler makes an element of braces, or braces among them, an object of the class; null
 * cursor: it does not. */
CXCursor chosen_constructor(struct lower *l, CXCursor element, CXType record);
/* What the conversion function yields that the compiler has chosen to make an element of braces one of that type: a value, or an address of a record or
 * of what a reference to one refers to. NULL: there is none. */
const struct ir_expr *chosen_conversion(struct lower *l, CXCursor element, const struct ir_type *wanted);
/* Whether that makes it an object of the class. */
bool chosen_is_to(struct lower *l, CXCursor element, CXType record);

#endif
