/* Calls: parameters, and functions that are called by their address. See also eval_call in eval/state/evaluate.h. */
#ifndef GPULINT_EVAL_LANGUAGE_CALL_H
#define GPULINT_EVAL_LANGUAGE_CALL_H

#include "eval/state/machine.h"

/* Starts the lifetime of a parameter, or of a handler's exception variable, with this value. */
void bind_variable(struct machine *m, const struct ir_var *var, const struct value *value);
/* The function at an address; NULL: unknown. */
const struct ir_func *function_at(const struct machine *m, struct term at);
/* An IR_CALL_POINTER. */
struct value eval_call_pointer(struct machine *m, const struct ir_expr *call);

#endif
