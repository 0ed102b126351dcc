/* Host code that calls itself at length, as one that sorts a hundred thousand numbers: to follow all of it would leave no steps
 * for what comes behind it. It is left at the first of its calls, and the program goes on behind that one. */
#ifndef GPULINT_EVAL_LANGUAGE_LEFT_CALL_H
#define GPULINT_EVAL_LANGUAGE_LEFT_CALL_H

#include "eval/machine.h"

/* Whether the function runs already and its first call has taken all steps that were left, none of them for the device's sake:
 * then everything returns at once, up to there. Before that it is lent some, for its last loops not to be cut short. */
bool call_is_left(struct machine *m, const struct ir_func *func);
/* Behind a call, of which this was the frame, however it came to its end. */
void left_call_pay_back(struct machine *m, const struct frame *frame);
/* Behind the first call, which has been left, in its caller: what it has changed is unknown, and so is all of memory unless the function
 * is pure. Half of the steps that were left before it are left again: it is not tried twice. */
void left_call_end(struct machine *m, const struct frame *left, uint32_t reason);

#endif
