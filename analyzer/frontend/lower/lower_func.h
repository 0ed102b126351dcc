#ifndef GPULINT_FRONTEND_LOWER_LOWER_FUNC_H
#define GPULINT_FRONTEND_LOWER_LOWER_FUNC_H

#include "frontend/unit/lower.h"

/* The builtin that a call of the function is; IR_BUILTIN_COUNT: none. */
enum ir_builtin func_builtin(struct lower *l, const struct ir_func *func);

#endif
