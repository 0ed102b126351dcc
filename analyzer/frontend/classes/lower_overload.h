/* Constructors that can only be meant, where the compiler's choice is not told. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_OVERLOAD_H
#define GPULINT_FRONTEND_CLASSES_LOWER_OVERLOAD_H

#include "frontend/lower/kids.h"
#include "frontend/lower/lower.h"

/* Makes an object of the class of elements of braces, or of one element, by the only constructor that can be meant; false: it is not known which that is. */
bool overload_construct(struct lower *l, const struct ir_expr *address, CXType type, struct kids elements, struct ir_loc loc,
                        struct lower_effects *effects);
bool overload_convert(struct lower *l, const struct ir_expr *address, CXType type, CXCursor element, struct lower_effects *effects);

#endif
