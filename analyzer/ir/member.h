/* What the source calls that which an access goes to. */
#ifndef GPULINT_IR_MEMBER_H
#define GPULINT_IR_MEMBER_H

#include "ir/ir.h"

/* The variable that an address begins with, or the member that a pointer is loaded from, as the source names it; "": none. */
const char *ir_root_name(const struct ir_expr *address);

#endif
