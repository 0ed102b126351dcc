/* The compiler's line of an access: that of the last operand evaluated for the address. For `a[i +\n b]` that is the
 * second line. Everything expanded from a macro, arguments included, is on the line of the outermost macro's name
 * (nvcc 13.0). */
#ifndef GPULINT_IR_LAST_OPERAND_H
#define GPULINT_IR_LAST_OPERAND_H

#include "ir/ir.h"

/* For an access, or an address itself: the operand's range if it is on a separate line of the access, else the range
 * of the whole access. */
const struct ir_loc *ir_place_of_access(const struct ir_expr *access);
/* The place itself, or the name of the macro whose arguments contain it. */
const struct ir_loc *ir_place_of_macro(const struct ir_loc *loc);

#endif
