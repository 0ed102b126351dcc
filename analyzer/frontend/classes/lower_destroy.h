#ifndef GPULINT_FRONTEND_CLASSES_LOWER_DESTROY_H
#define GPULINT_FRONTEND_CLASSES_LOWER_DESTROY_H

#include "frontend/unit/lower.h"

/* Whether code of the program runs when an object of the type, or an array of such objects, is destroyed. */
bool destroy_does_something(struct lower *l, CXType type);
/* Runs the destructor of the object, or of each element of an array. Precondition: the address has no effects. */
void destroy_object(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                    struct lower_effects *effects);
/* A destructor's work before and after its body, emitted into the current block. */
void destroy_begin(struct lower *l, CXCursor body);
void destroy_parts(struct lower *l);
/* The address of a function that destroys the object of the type at its argument. */
const struct ir_expr *destroy_code(struct lower *l, CXType type, struct ir_loc loc);
/* Registers the destruction of a static object for the program's end; NULL: nothing to do. */
const struct ir_expr *destroy_at_exit(struct lower *l, const struct ir_expr *address, CXType type);
/* A destructor's entry in a vtable. With `deletes` it also frees the object's memory. */
struct ir_func *destroy_function(struct lower *l, CXCursor destructor, bool deletes);

#endif
