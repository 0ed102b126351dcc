/* What tells one round of a loop from another, found by reading it: where every round finds the same, but for variables that
 * each round moves on by as much, what a round does follows from the values of the expressions in which these are read. A
 * loop that goes `if (i % 100 == 0) report(i);` has rounds of two kinds. */
#ifndef GPULINT_CODE_ROUNDS_H
#define GPULINT_CODE_ROUNDS_H

#include "ir/ir.h"
#include "support/arena.h"

enum { MOST_ROUND_STEPS = 32, MOST_ROUND_VARIABLES = 128 };

/* In the order in which a round comes to it. */
struct round_step {
	enum {
		ROUND_MOVES,      /* var takes its step */
		ROUND_DERIVES,    /* expr assigns what var is in this round */
		ROUND_DECIDES,    /* the value of expr, without effects, decides what the round does */
	} kind;
	const struct ir_var *var;
	const struct ir_expr *expr;
};

/* A local variable that the loop names. */
struct round_variable {
	const struct ir_var *var;
	bool moves;
	bool decides;         /* moves, and is read by some step: it is an integer, and is added to once a round */
	bool declared;        /* in the loop */
	bool derived;         /* computed from others that move */
	bool irregular;       /* assigned otherwise than once a round, by adding to it */
	unsigned assignments;
};

struct rounds {
	struct round_step steps[MOST_ROUND_STEPS];
	size_t step_count;
	struct round_variable variables[MOST_ROUND_VARIABLES];
	size_t variable_count;
	bool loads_memory;    /* some step reads what is no local variable */
};

struct rounds_question {
	const struct ir_func *func;       /* in which the loop stands */
	const struct ir_stmt *loop;
	/* Whether the local variable changes from round to round in what can be followed. */
	bool (*moves)(void *context, const struct ir_var *var);
	void *context;
	bool reals_matter;                /* floating point that a kernel is given may tell its launches apart */
};

/* False: what moves is used in ways that are not understood. What the program prints makes no difference. */
bool rounds_read(struct rounds *rounds, const struct rounds_question *question);

#endif
