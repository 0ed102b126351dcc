/* The compiler's answer about the program's kernels, which is computed while the evaluator runs. */
#ifndef GPULINT_CLI_COMPILING_H
#define GPULINT_CLI_COMPILING_H

#include "cli/analysis.h"
#include "codegen/compile.h"
#include "support/source_reader.h"

/* The compile command of each given file, with its text; in the arena. */
struct compile_command *compile_commands(struct analysis *analysis, struct arena *arena);

/* Whether the compiler is asked about the function, and for what. */
bool compiling_wants(const struct ir_func *func);
struct compile_kernel compiling_kernel_of(const struct ir_unit *unit, const struct ir_func *func);

/* Starts compiling the kernels of the given files, before these are parsed, unless the result is not needed. */
void compiling_begin(struct analysis *analysis, const struct options *options);
/* Passes on which kernels the parse found. */
void compiling_go_on(struct analysis *analysis);
/* For a thread of the evaluator, with a kernel of the analysis (struct register_source): waits for the answer. */
int compiling_registers(void *context, const struct ir_func *kernel);
/* Passes on which kernels the evaluation found to be launched. */
void compiling_launched(struct analysis *analysis);
/* Waits for the answer, and adds it to the facts (model/compiled/compiled.h). */
void compiling_end(struct analysis *analysis, const struct source_reader *sources);

#endif
