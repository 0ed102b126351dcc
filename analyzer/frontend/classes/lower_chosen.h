/* Which constructor the compiler has chosen for an element of braces. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_CHOSEN_H
#define GPULINT_FRONTEND_CLASSES_LOWER_CHOSEN_H

#include "frontend/unit/lower.h"

/* The call of a constructor by which the compiler makes an element of braces, or braces among them, an object of the class; null
 * cursor: it does not. */
CXCursor chosen_constructor(struct lower *l, CXCursor element, CXType record);

#endif
