/* Destructors. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_DESTROY_H
#define GPULINT_FRONTEND_CLASSES_LOWER_DESTROY_H

#include "frontend/unit/lower.h"

/* Whether code of the program's runs when an object of the type, or an array of such, is destroyed. */
bool destroy_does_something(struct lower *l, CXType type);
/* Runs the destructors of the object, or of an array's elements, at an address without effects. */
void destroy_object(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                    struct lower_effects *effects);
/* What a destructor does before its body and behind it, as statements of the current block. */
void destroy_begin(struct lower *l, CXCursor body);
void destroy_parts(struct lower *l);
/* The address of a function that destroys the object of the type at the address that it is given. */
const struct ir_expr *destroy_code(struct lower *l, CXType type, struct ir_loc loc);
/* Has the object of static storage at an address destroyed when the program ends; NULL: nothing is to be done. */
const struct ir_expr *destroy_at_exit(struct lower *l, const struct ir_expr *address, CXType type);
/* A destructor as a table of virtual functions holds it; with `deletes` it gives the object's memory back as well. */
struct ir_func *destroy_function(struct lower *l, CXCursor destructor, bool deletes);

#endif
