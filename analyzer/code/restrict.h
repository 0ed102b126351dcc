/* What `__restrict__` says of an address. */
#ifndef GPULINT_CODE_RESTRICT_H
#define GPULINT_CODE_RESTRICT_H

#include "ir/ir.h"

/* The variable whose value the address is made of; NULL: there is none. */
const struct ir_var *pointer_of_address(const struct ir_expr *address);
/* The `__restrict__` parameter that an address begins with, or NULL: what is written through it is read through no other
 * pointer, and the other way round. */
const struct ir_var *restricted_base_of(const struct ir_expr *address);
/* Whether some parameter of the function is such a pointer. */
bool has_restricted_parameters(const struct ir_func *func);

#endif
