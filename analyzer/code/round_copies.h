/* How many rounds of a loop go by between one jump back and the next. The compiler computes in front of a loop how often that will
 * go round, and makes so many copies of the body one round, with one test and one step of the counter.
 *
 * Found by compiling some sixty loops with nvcc 13.0 for sm_90: four copies of a body, or two, up to some 200 operations in all,
 * and four of these once more where the body is up to eight. Barriers, conditions and functions with slow paths in the body do
 * not matter. A loop in it, and a second way out of it, do; so does a bound that is not the same in all rounds, or a counter
 * that does not move by a constant. Where the loop asks whether to go on (loop_test.h), and whether the counter moves there
 * (`++k > n`, `n--`), do not. */
#ifndef GPULINT_CODE_ROUND_COPIES_H
#define GPULINT_CODE_ROUND_COPIES_H

#include "code/definitions.h"

struct round_copies {
	unsigned count;                 /* 1: each round is one */
	const struct ir_var *counter;   /* of copies; else NULL */
	const struct ir_expr *step;     /* moves the counter, where that is a statement of the body; else NULL */
};

/* Of a loop that does not go whole (code/unroll.h). */
struct round_copies round_copies_of(struct definitions *definitions, const struct ir_stmt *loop);

#endif
