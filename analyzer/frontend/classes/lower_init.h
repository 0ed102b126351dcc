/* Initialisation of objects. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_INIT_H
#define GPULINT_FRONTEND_CLASSES_LOWER_INIT_H

#include "frontend/unit/lower.h"

/* Initialises the object of that type at `address` with an expression or an initialiser list. */
void init_object(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
                 struct lower_effects *effects);
/* The value of a scalar that braces initialise; zero for empty ones. */
const struct ir_expr *init_scalar(struct lower *l, CXCursor list, const struct ir_type *type);
/* What `T x;` does to it: nothing for scalars, constructors for records. */
void init_default(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                  struct lower_effects *effects);

/* What braces leave out of a record: a member's own initialiser. */
void init_field_default(struct lower *l, const struct ir_expr *object, CXCursor field, struct lower_effects *effects);

#endif
