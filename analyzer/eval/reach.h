/* What of a kernel's code the evaluator came to, over all the kernel's launches, and what it did not. */
#ifndef GPULINT_EVAL_REACH_H
#define GPULINT_EVAL_REACH_H

#include "model/facts.h"
#include "support/pointer_set.h"

struct ir_func;
struct program;

/* reach: the nodes that ran of those that run under conditions: statements, the operands of && and ||, the arms of ?:.
 * Counts the accesses to memory in the code of `func` and of what it calls into `kernel`, and lists those that `reach`
 * does not hold, each with the reason why nothing came to it. An access to a variable of the thread's own is none; nor
 * is one through a reference or `this`, which mostly are. Code of the built-in headers is not looked at. */
void reach_report(const struct pointer_set *reach, struct program *program, const struct ir_func *func,
                  struct kernel *kernel);

#endif
