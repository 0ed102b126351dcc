/* Functions that main calls, and that no file given defines: what they launch or copy is not seen. */
#ifndef GPULINT_EVAL_UNSEEN_CALLS_H
#define GPULINT_EVAL_UNSEEN_CALLS_H

#include "eval/program.h"

/* Adds those to the facts that may be why nothing is launched, or why a kernel is not: where neither main's run nor the code that
 * main leads to launches it. Functions of the system's headers are none of them, nor what the compiler rejects, which is an
 * error of its own. To be called when main has run, and nothing else. */
void unseen_calls_tell(struct program *program, const struct ir_func *main_func);

#endif
