#ifndef GPULINT_FRONTEND_CLASSES_LOWER_INIT_H
#define GPULINT_FRONTEND_CLASSES_LOWER_INIT_H

#include "frontend/unit/lower.h"

/* Initialises the object of that type at `address` with an expression or an initialiser list. */
void init_object(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
                 struct lower_effects *effects);
/* The value of a scalar with a braced initialiser; zero for empty braces. */
const struct ir_expr *init_scalar(struct lower *l, CXCursor list, const struct ir_type *type);
/* The effect of `T x;`: none for scalars, constructors for records. */
void init_default(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                  struct lower_effects *effects);

/* Initialises a field that braces leave out, with its default member initialiser. */
void init_field_default(struct lower *l, const struct ir_expr *object, CXCursor field, struct lower_effects *effects);

#endif
