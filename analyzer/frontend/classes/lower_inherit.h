/* Constructors that a using-declaration inherits from a base class. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_INHERIT_H
#define GPULINT_FRONTEND_CLASSES_LOWER_INHERIT_H

#include "frontend/unit/lower.h"

/* Whether a using-declaration inherits the constructor from a base class. */
bool construct_is_inherited(CXCursor constructor);
/* Constructs the object's base with the parameters of the function being lowered. Returns that base. */
CXCursor construct_inherited_base(struct lower *l, CXCursor constructor, const struct ir_expr *self,
                                  struct lower_effects *effects);

#endif
