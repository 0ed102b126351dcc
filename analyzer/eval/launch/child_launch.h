/* Launches that device code makes (dynamic parallelism). They are noted while the blocks of a launch run that are counted,
 * and made when these have run: by each thread that comes to one, as often as its block and its iteration stand for others. */
#ifndef GPULINT_EVAL_LAUNCH_CHILD_LAUNCH_H
#define GPULINT_EVAL_LAUNCH_CHILD_LAUNCH_H

#include "eval/launch/host.h"

struct child_launch;

/* Of one launch, its parent. */
struct child_launches {
	struct arena arena;
	struct child_launch *items;   /* those that are alike once */
	size_t count, capacity;
	bool open;                    /* blocks run that are counted */
	bool complete;                /* all of its blocks have run to their ends */
};

/* An IR_LAUNCH expression of device code, with its operands evaluated. kernel: NULL: it is not known which. */
void child_launch_note(struct machine *m, const struct ir_expr *expr, const struct ir_func *kernel);
/* Makes what the parent has launched; how deep it is itself is not asked for. */
struct parent_launch;
void child_launches_make(struct machine *host, const struct child_launches *children, const struct parent_launch *parent);
void child_launches_free(struct child_launches *children);

#endif
