/* The constructor that the compiler chooses for an element of braces. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_CHOSEN_H
#define GPULINT_FRONTEND_CLASSES_LOWER_CHOSEN_H

#include "frontend/unit/lower.h"

/* The constructor call by which the compiler makes an object of the class from an element of braces, or from nested
 * braces. Null cursor: it makes none. */
CXCursor chosen_constructor(struct lower *l, CXCursor element, CXType record);

#endif
