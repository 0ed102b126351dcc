/* Virtual functions and their tables. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_VIRTUAL_H
#define GPULINT_FRONTEND_CLASSES_LOWER_VIRTUAL_H

#include "frontend/unit/lower.h"

/* Stores into the object at an address without effects where its class's virtual functions are; nothing if it has none. */
void virtual_set_tables(struct lower *l, const struct ir_expr *object, CXType record, struct ir_loc loc,
                        struct lower_effects *effects);
/* A call of a virtual method, or its deleting form, on an object given as the class that declares it; `args` are the rest. */
const struct ir_expr *virtual_call(struct lower *l, CXCursor method, bool deletes, const struct ir_expr *object,
                                   struct ir_loc object_loc, const struct lower_effects *args, struct ir_loc loc);
/* Lowers what is queued, and finds out which virtual calls can reach one function alone. */
void virtual_resolve(struct lower *l);

#endif
