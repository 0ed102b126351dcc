/* Loop bytecode: concrete execution of a host loop whose data is known.
 *
 * Host code often computes the data that kernels use as indices and conditions: random numbers, permutations, prefix
 * sums. The tree evaluator samples a long loop and then does not know what the skipped iterations stored. Bytecode runs
 * all of them: the loop, with the functions that it calls, is compiled once for a register machine that works on the
 * program's own memory.
 *
 * Guarantees:
 *  - Where all data is known, the outcome is bit for bit that of the tree evaluator without sampling: variables, memory
 *    and random generators. Integers wrap as their types do; floating-point results are rounded to their types.
 *  - An unknown value may be computed with and stored. An unknown condition or store address ends the run, as do
 *    effects beyond memory (exit, an unknown function).
 *  - A run that ends early leaves the state at the start of an iteration. The tree evaluator continues with that
 *    iteration.
 *  - All runs of a program share a budget of instructions (bytecode.c). A short trial estimates the length of a loop;
 *    one that exceeds the rest of the budget by far does not run.
 *  - Not compiled: code that launches kernels or calls the CUDA runtime; stores of floating-point values if no kernel's
 *    control depends on such values; everything after the last launch. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_H

#include <stdbool.h>

#include "eval/state/machine.h"

struct bytecode;

enum bytecode_outcome {
	BYTECODE_NONE,   /* nothing was executed: the loop starts from its beginning */
	BYTECODE_PARTLY, /* some iterations were executed: the loop continues with the test before the next one */
	BYTECODE_WHOLE,  /* the loop has ended, and control is after it */
};

/* Call when host code reaches a loop, before any of it has been evaluated. */
enum bytecode_outcome bytecode_loop(struct machine *m, const struct ir_stmt *loop);

/* Whether host code is in a loop that was abandoned for its length, and of which some stores were kept as examples. */
bool bytecode_has_examples(const struct machine *m);

/* One for each program; NULL: bytecode is off. */
struct bytecode *bytecode_new(void);
void bytecode_free(struct bytecode *bytecode);

#endif
