/* Functions that main calls, and kernels that host or device code launches, that no file given defines: what the former launch or
 * copy, and what the latter cost, is not seen. */
#ifndef GPULINT_EVAL_UNDEFINED_H
#define GPULINT_EVAL_UNDEFINED_H

#include "eval/state/program.h"

/* Adds to the facts the first call of each such function that may be why nothing is launched, or why a kernel is not: where neither
 * main's run nor the code that main leads to launches it. Functions of the system's headers are none of them, nor what the compiler
 * rejects, which is an error of its own. To be called when main has run, and nothing else. */
void undefined_report_calls(struct program *program, const struct ir_func *main_func);
/* Likewise the first place that names each such kernel, whoever leads there: a launch, or an argument of cudaLaunchKernel. */
void undefined_report_kernels(struct program *program);

#endif
