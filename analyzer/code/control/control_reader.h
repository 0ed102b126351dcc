/* Reading a loop for what decides in it, shared by the files that do it:
 *   loop_control.c      the loop, cut down to what follows from numbers of the thread's own
 *   control_clear.c     what does
 *   control_steady.c    what of that decides otherwise in another iteration
 *   control_needed.c    what of the rest is needed for it */
#ifndef GPULINT_CODE_CONTROL_CONTROL_READER_H
#define GPULINT_CODE_CONTROL_CONTROL_READER_H

#include "code/control/loop_control.h"
#include "ir/walk.h"

/* A scalar that the loop assigns. */
struct control_candidate {
	const struct ir_var *var;
	bool unclear;               /* some of what is assigned to it, or whether it is, does not follow from others */
	bool needed;
	bool steady;                /* goes through the same numbers in every iteration */
};

struct control_reader {
	struct arena *arena;
	const struct ir_stmt *loop;
	const struct assigned *assigned;
	struct control_candidate items[MOST_CONTROL_VARIABLES];
	size_t count;
	bool too_much, changed;
	unsigned depth;
	struct control_node **end;  /* where the next node goes */
	struct loop_control *control;
};

/* One level down; false: it is too deep. */
bool control_enter(struct control_reader *r);
/* Whether it is a scalar whose every change is seen. */
bool control_can_follow(const struct ir_var *var);
/* NULL: it is none. */
struct control_candidate *control_candidate(struct control_reader *r, const struct ir_var *var);
/* The variable that an expression assigns; NULL: it is no assignment to a scalar. */
const struct ir_var *control_assigned_by(const struct ir_expr *e);

/* Notes which variables the loop assigns, and which of them do not follow. */
void control_settle(struct control_reader *r);
/* Whether an expression follows, with all that it assigns, from numbers that do. */
bool control_is_clear(struct control_reader *r, const struct ir_expr *e);
/* Whether it follows how often an inner loop goes round, and who does. */
bool control_loop_is_clear(struct control_reader *r, const struct ir_stmt *s);

/* Of the loop as it has been cut down: which variables go through the same numbers in every iteration. */
void control_find_steady(struct control_reader *r);
/* Numbers what does not decide the same in every iteration. */
void control_number_deciders(struct control_reader *r, struct control_node *list);
bool control_declares(const struct control_node *list, const struct ir_var *var);

/* Leaves out of the loop what neither those that decide nor the variables that are wanted need. */
void control_keep_needed(struct control_reader *r);

#endif
