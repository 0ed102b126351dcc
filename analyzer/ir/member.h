/* The source name of an access's target. */
#ifndef GPULINT_IR_MEMBER_H
#define GPULINT_IR_MEMBER_H

#include "ir/ir.h"

/* The name of the variable that an address is based on, or of the member that its pointer is loaded from; "": none. */
const char *ir_root_name(const struct ir_expr *address);

#endif
