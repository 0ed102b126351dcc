/* Where the compiler has an access: on the line of the operand that it comes to last on the way to the address. That of
 * `a[i +\n b]` is the second line's. All that a macro is expanded to, its arguments too, it has on the line of the
 * outermost macro's name (nvcc 13.0). */
#ifndef GPULINT_IR_LAST_OPERAND_H
#define GPULINT_IR_LAST_OPERAND_H

#include "ir/ir.h"

/* Of the access, or of the address itself where it is one. The range of the operand, if that stands on a line of its own
 * within the access, else that of the whole access. */
const struct ir_loc *ir_place_of_access(const struct ir_expr *access);
/* The place itself, or the name of the macro in whose arguments it is. */
const struct ir_loc *ir_place_of_macro(const struct ir_loc *loc);

#endif
