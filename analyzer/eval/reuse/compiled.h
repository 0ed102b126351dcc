/* Branches and loops as the compiler leaves them, which tells what is in registers where (see reuse.h, version.h). A
 * branch on a constant is none. A loop is unrolled whole, so that every iteration is code of its own; or its first test
 * stands in front of it, and one body for all iterations. Nothing of this is of interest in host code. */
#ifndef GPULINT_EVAL_REUSE_COMPILED_H
#define GPULINT_EVAL_REUSE_COMPILED_H

#include "eval/machine.h"
#include "eval/reuse/version.h"

struct compiled_branch {
	const struct ir_stmt *stmt;
	bool remains;
	bool all, none;             /* of the lanes take the first side */
	struct fork fork;
};

void compiled_branch_begin(struct machine *m, const struct ir_stmt *stmt, struct name condition, const struct split *split,
                           struct compiled_branch *branch);
/* From one side, or case, to another. */
void compiled_branch_turn(struct machine *m, const struct compiled_branch *branch);
void compiled_branch_end(struct machine *m, const struct compiled_branch *branch);

struct compiled_loop {
	const struct ir_stmt *stmt;
	bool remains;               /* is not unrolled */
	bool goes_whole;            /* is unrolled, surely */
	bool rounds_known;          /* to the compiler: their number */
	bool unsure_copies;         /* which of them take what others have loaded */
	enum rounds_made rounds;    /* of a loop that remains */
	unsigned at_first;          /* as of struct unrolling */
	unsigned round_copies;      /* rounds for which one test and one step are made (code/round_copies.h) */
	const struct ir_stmt *exit; /* of a loop that remains: the if in its body that is its only test; or NULL */
	const struct ir_stmt *first_exit;    /* of all that there are; NULL: there is none, or the loop does not remain */
	const struct ir_expr *step; /* as of struct round_copies */
	struct stepping stepping;   /* machine.stepping of what is around it */
	struct reuse_copies copies_around;   /* reuse.copies of what is around it */
	bool conditional;           /* entered, but for all the compiler knows it might not have been */
	uint32_t iterations;        /* the machine's when it began */
	bool entered;
	struct reuse_ahead ahead;   /* reuse.ahead of what is around it */
	struct loop_starts starts;  /* the same of reuse.starts */
	uint64_t uses;              /* reuse.uses when its body was entered */
	struct reuse_before before;
};

void compiled_loop_begin(struct machine *m, const struct ir_stmt *stmt, struct compiled_loop *loop);
/* Behind the first test; `certain`: the compiler knows how it ends. */
void compiled_loop_enter(struct machine *m, struct compiled_loop *loop, bool certain);
/* Before the body, each time. */
void compiled_loop_go_on(struct machine *m, const struct compiled_loop *loop);
/* Before a further iteration and its test. */
void compiled_loop_repeat(struct machine *m, struct compiled_loop *loop);
/* rounds: how often it has gone round, with those that were not run. */
void compiled_loop_end(struct machine *m, const struct compiled_loop *loop, uint64_t rounds);

#endif
