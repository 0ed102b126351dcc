#ifndef GPULINT_FRONTEND_CLASSES_LOWER_VIRTUAL_H
#define GPULINT_FRONTEND_CLASSES_LOWER_VIRTUAL_H

#include "frontend/unit/lower.h"

/* Stores the vtable pointers of the class into the object; nothing if it has none. Precondition: the address has no
 * effects. */
void virtual_set_tables(struct lower *l, const struct ir_expr *object, CXType record, struct ir_loc loc,
                        struct lower_effects *effects);
/* A call of a virtual method, or of its deleting form, on an object given as the class that declares the method.
 * `args`: the other arguments. */
const struct ir_expr *virtual_call(struct lower *l, CXCursor method, bool deletes, const struct ir_expr *object,
                                   struct ir_loc object_loc, const struct lower_effects *args, struct ir_loc loc);
/* Lowers the queued functions, and finds the virtual calls that can reach only one function. */
void virtual_resolve(struct lower *l);

#endif
