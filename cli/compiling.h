/* The compiler's answer about the program's kernels, asked for while the evaluator runs them. */
#ifndef GPULINT_CLI_COMPILING_H
#define GPULINT_CLI_COMPILING_H

#include "cli/analysis.h"
#include "codegen/compile.h"
#include "support/source_reader.h"

/* How each of the files given is compiled, with its text; in the arena. */
struct compile_command *compile_commands(struct analysis *analysis, struct arena *arena);

/* Whether the compiler is asked for the function, and for what. */
bool compiling_wants(const struct ir_func *func);
struct compile_kernel compiling_kernel_of(const struct ir_unit *unit, const struct ir_func *func);

/* Asks for the kernels of the files given, which are about to be parsed, unless nobody wants to know. */
void compiling_begin(struct analysis *analysis, const struct options *options);
/* Says which kernels the parse has found. */
void compiling_go_on(struct analysis *analysis);
/* A thread's, of a kernel of the analysis (struct register_source): waits for the answer. */
int compiling_registers(void *context, const struct ir_func *kernel);
/* Says which of them the evaluation has found to be launched. */
void compiling_launched(struct analysis *analysis);
/* Waits for the answer, and takes what it says into the facts (model/compiled/compiled.h). */
void compiling_end(struct analysis *analysis, const struct source_reader *sources);

#endif
