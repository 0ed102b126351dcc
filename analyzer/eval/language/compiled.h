/* What the compiler can tell of the values of variables behind branches and in loops (struct value), and which loops it unrolls
 * whole. A branch on a constant is none. A loop is unrolled whole, so that every iteration is code of its own; or its first test
 * stands in front of it, and one body for all iterations. Nothing of this is of interest in host code. */
#ifndef GPULINT_EVAL_LANGUAGE_COMPILED_H
#define GPULINT_EVAL_LANGUAGE_COMPILED_H

#include "eval/machine.h"

struct compiled_branch {
	const struct ir_stmt *stmt;
	bool remains;
	bool all, none;             /* of the lanes take the first side */
};

void compiled_branch_begin(struct machine *m, const struct ir_stmt *stmt, bool is_constant, const struct split *split,
                           struct compiled_branch *branch);
void compiled_branch_end(struct machine *m, const struct compiled_branch *branch);

struct compiled_loop {
	const struct ir_stmt *stmt;
	bool remains;               /* is not unrolled */
	bool conditional;           /* entered, but for all the compiler knows it might not have been, or more than once */
	bool entered;
};

void compiled_loop_begin(struct machine *m, const struct ir_stmt *stmt, struct compiled_loop *loop);
/* Behind the first test; `certain`: the compiler knows how it ends. */
void compiled_loop_enter(struct machine *m, struct compiled_loop *loop, bool certain);
void compiled_loop_end(struct machine *m, const struct compiled_loop *loop);

#endif
