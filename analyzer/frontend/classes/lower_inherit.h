/* Constructors that a using-declaration brings in from a base class. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_INHERIT_H
#define GPULINT_FRONTEND_CLASSES_LOWER_INHERIT_H

#include "frontend/unit/lower.h"

/* Whether a using-declaration brings the constructor in from a base class. */
bool construct_is_inherited(CXCursor constructor);
/* Has the base of the object constructed as the parameters of the function that is lowered say; which base it is. */
CXCursor construct_inherited_base(struct lower *l, CXCursor constructor, const struct ir_expr *self,
                                  struct lower_effects *effects);

#endif
