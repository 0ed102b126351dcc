/* What decides where each iteration of a kernel's loop goes, as far as that follows from numbers of the thread's own: the
 * loop cut down to the assignments, branches and inner loops that such decisions need. In
 *
 *	for (int i = 0; i < n; i++) {
 *		sum += a[i];
 *		if (++k == 100) { k = 0; o[j++] = sum; }
 *	}
 *
 * these are `++k == 100` and `k = 0`. To run them alone for every iteration costs little. Decisions by what lies in memory are
 * not among them: what stands under such a one is taken to be come to, and what is assigned there is not followed. */
#ifndef GPULINT_CODE_CONTROL_LOOP_CONTROL_H
#define GPULINT_CODE_CONTROL_LOOP_CONTROL_H

#include "code/assigned.h"
#include "ir/ir.h"
#include "support/arena.h"

enum { MOST_DECIDERS = 32, MOST_CONTROL_VARIABLES = 64 };

struct control_node {
	enum control_kind {
		CONTROL_ASSIGN,      /* expr, for what it assigns */
		CONTROL_DECLARE,     /* var */
		CONTROL_DECIDE,      /* expr: what an operator or a switch goes by */
		CONTROL_BRANCH,      /* expr: inner where it holds, otherwise where it does not */
		CONTROL_LOOP,        /* an inner one: expr (NULL: for ever), inner: its body, otherwise: behind each iteration */
		CONTROL_CONTINUE,
		CONTROL_BREAK,       /* of an inner loop */
		CONTROL_LEAVE,       /* of the loop itself, by whatever way */
	} kind;
	unsigned decider;        /* from 1 to loop_control.deciders; 0: what comes of it is the same in all iterations */
	bool test_last;          /* of a loop */
	bool needed;
	const struct ir_expr *expr;
	const struct ir_var *var;
	struct control_node *inner, *otherwise, *next;
};

struct loop_control {
	struct control_node *round;      /* an iteration, its test first, up to the loop's step; */
	struct control_node *step;       /* that */
	unsigned deciders;               /* 0: nothing is decided differently from one iteration to another */
	const struct ir_var *vars[MOST_CONTROL_VARIABLES];   /* which it assigns */
	size_t var_count;
	/* What it comes to follows from what these hold before it, and from these numbers of the block, a bit each (enum
	 * ir_special); unless it rests on memory as well, or on more. */
	const struct ir_var *inputs[MOST_CONTROL_VARIABLES];
	size_t input_count;
	unsigned specials;
	bool has_other_inputs;
};

/* A variable to be followed, although nothing may be decided by it: what it holds is wanted behind many iterations. */
typedef bool (*control_wanted)(void *context, const struct ir_var *var);

/* In memory of the arena; NULL: there is nothing to follow, or too much. */
struct loop_control *loop_control_read(struct arena *arena, const struct ir_stmt *loop, const struct assigned *assigned,
                                       control_wanted wanted, void *context);

#endif
