/* Versions of variables: where ways meet, a variable holds what one or the other has left in it, and the compiler makes
 * a new value of it. So its name (see name.h) changes there, whichever way the lanes came. */
#ifndef GPULINT_EVAL_LANGUAGE_VERSION_H
#define GPULINT_EVAL_LANGUAGE_VERSION_H

#include "eval/machine.h"

/* The variables that a branch may assign, and their names before it; on the scratch arena. */
struct fork {
	const struct changed *changed;
	struct name *names;
};

struct fork versions_fork(struct machine *m, const struct ir_stmt *branch);
/* As they were before the branch: the other side begins, or the one that ran does not come to the end. */
void versions_back(struct machine *m, const struct fork *fork);
/* Behind a branch of which both sides come to the end. */
void versions_join(struct machine *m, const struct fork *fork);

/* Before a loop's first iteration: what it assigns is something else in each. */
void versions_enter_loop(struct machine *m, const struct ir_stmt *loop);
/* Before a further one. */
void versions_next_iteration(struct machine *m, const struct ir_stmt *loop);

#endif
