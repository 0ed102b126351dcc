/* Functions called from main, and kernels launched by host or device code, that no given file defines. Launches and
 * copies by such functions, and the cost of such kernels, are unknown. */
#ifndef GPULINT_EVAL_UNDEFINED_H
#define GPULINT_EVAL_UNDEFINED_H

#include "eval/state/program.h"

/* Adds the first call of each such function to the facts, if these functions may explain why nothing, or not every
 * kernel, is launched: neither main's run nor the code that main reaches launches it. Functions of system headers do
 * not count, nor code that the compiler rejects, which is reported as an error. Call after main has run, and before
 * anything else runs. */
void undefined_report_calls(struct program *program, const struct ir_func *main_func);
/* Adds the first place that names each such kernel, whatever code leads there: a launch, or an argument of
 * cudaLaunchKernel. */
void undefined_report_kernels(struct program *program);

#endif
