/* Conditions that are made of constants alone, those that variables hold meanwhile included: the compiler may know how each
 * comes out. So it does where loops go round as often as such conditions say, whatever they look like. */
#ifndef GPULINT_CODE_SETTLED_H
#define GPULINT_CODE_SETTLED_H

#include "ir/ir.h"

/* Whether the branch of the function, an if, a switch or a loop, is on such a condition, whatever the loops around it are. */
bool is_settled_each_time(const struct ir_func *func, const struct ir_stmt *branch);

#endif
