/* Consequences of `__restrict__` for an address. */
#ifndef GPULINT_ANALYSIS_RESTRICT_H
#define GPULINT_ANALYSIS_RESTRICT_H

#include "ir/ir.h"

/* The pointer variable that the address is computed from; NULL: none. */
const struct ir_var *pointer_of_address(const struct ir_expr *address);
/* The `__restrict__` parameter that the address is based on; NULL: none. What is written through it is read through
 * no other pointer, and vice versa. */
const struct ir_var *restricted_base_of(const struct ir_expr *address);
/* Whether a parameter of the function is such a pointer. */
bool has_restricted_parameters(const struct ir_func *func);

#endif
