/* Reading a kernel for its guard graph, shared by the files that do it:
 *   guard_graph.c         loops, variables, both sides of a condition, bodies
 *   guard_read_expr.c     expressions
 *   guard_read_stmt.c     statements
 *   guard_read_rounds.c   how often loops go round
 *
 * What is read is what all threads do at once: a variable holds one number of the graph, which is a choice where two ways meet. */
#ifndef GPULINT_EVAL_GUARD_GUARD_READ_H
#define GPULINT_EVAL_GUARD_GUARD_READ_H

#include "eval/guard/guard_nodes.h"
#include "ir/walk.h"

enum { MOST_GUARD_VARIABLES = 4096 };   /* of a function that is read */

/* A call that is being read. */
struct guard_reading {
	const struct ir_func *func;
	const struct guard_reading *caller;
	guard_id *vars;            /* by slot, and behind them the result */
	unsigned depth;
};

struct guard_reader {
	struct program *program;
	const struct launch_request *request;
	struct guard_nodes nodes;
	struct guard_reading *frame;
	guard_id path;             /* of the code that is read now, within the call */
	guard_id around;           /* the path to the call */
	unsigned switches;         /* around: what breaks there does not leave a loop */
	unsigned depth, calls;
};

guard_id guard_read_expr(struct guard_reader *r, const struct ir_expr *e);
void guard_read_stmt(struct guard_reader *r, const struct ir_stmt *s);
/* What a node consists of, for what that does. Unknown. */
guard_id guard_read_parts(struct guard_reader *r, struct ir_node node);
/* Reads the two, either of which may be empty; *results: what they come to. */
void guard_read_sides(struct guard_reader *r, guard_id condition, struct ir_node then, struct ir_node otherwise,
                      guard_id results[2]);
/* A function's body, with those arguments; what it returns. */
guard_id guard_read_body(struct guard_reader *r, const struct ir_func *func, const guard_id *args, size_t arg_count);

/* What comes here goes round a loop so often. */
void guard_note_rounds(struct guard_reader *r, guard_id rounds);

/* A scalar whose every change is seen. */
bool guard_follows(const struct ir_var *var);
/* Calls push and pop these as they come and go; freed by free(). */
guard_id *guard_copy_vars(const struct guard_reading *frame);
guard_id *guard_result(const struct guard_reading *frame);
/* The result of who has returned on the one way and on the other. */
guard_id guard_one_result(struct guard_reader *r, guard_id condition, guard_id a, guard_id b);
/* What the code changes is unknown. depth: 0. */
void guard_forget_assigned(struct guard_reader *r, struct ir_node node, unsigned depth);

/* What stood in the variables before the loop, and what stands there now that it has been forgotten what that changes. */
struct guard_round_states {
	guard_id *before, *now;
};

/* Of a loop that tests first, by a condition that can be repeated: how often it goes round. */
void guard_read_rounds(struct guard_reader *r, const struct ir_stmt *s, const struct guard_round_states *states);
/* Whether it may be read as often as one likes, since it changes nothing. */
bool guard_can_repeat(const struct ir_expr *e);

#endif
