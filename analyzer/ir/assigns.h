/* Whether code assigns a variable whose address is not taken, at any depth. */
#ifndef GPULINT_IR_ASSIGNS_H
#define GPULINT_IR_ASSIGNS_H

#include <stdbool.h>

#include "ir/walk.h"

bool ir_assigns(struct ir_node node, const struct ir_var *var);

#endif
