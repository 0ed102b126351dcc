/* Host code that calls itself where nobody knows whether it does, as one that sorts data which are not known: each call makes
 * two, of which both are followed, without an end that one could wait for. */
#ifndef GPULINT_EVAL_LANGUAGE_ENDLESS_CALL_H
#define GPULINT_EVAL_LANGUAGE_ENDLESS_CALL_H

#include "eval/machine.h"

/* Whether a call of the function, which runs already, is not to be followed: what it has been called for has taken its share
 * of the steps, and none of it is for the device's sake. */
bool call_is_endless(const struct machine *m, const struct ir_func *func);
/* What the calls that are not followed may do besides to what they are given: all that those which were have changed in
 * memory is unknown, and so are the variables out of the functions that they may write, and what is drawn at random. */
void endless_call_forget(struct machine *m, const struct ir_func *func, uint32_t reason);

#endif
