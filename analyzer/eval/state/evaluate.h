/* The recursion of the evaluator: an expression may contain a call, a call runs statements, a statement may be a
 * loop or a launch, and a launch runs code again. These are its entries. The folders named implement them; any
 * folder may call them. */
#ifndef GPULINT_EVAL_STATE_EVALUATE_H
#define GPULINT_EVAL_STATE_EVALUATE_H

#include "eval/state/machine.h"

/* ---- language/ ---- */

struct value eval_expr(struct machine *m, const struct ir_expr *expr);
void eval_stmt(struct machine *m, const struct ir_stmt *stmt);
struct value eval_call(struct machine *m, const struct ir_expr *call, const struct ir_func *func,
                       const struct value *args, size_t arg_count);
/* The same for an unknown callee. */
struct value eval_call_unknown(struct machine *m, const struct ir_expr *call, const struct value *args);
/* Runs func in a new frame without a call in the source. A record result goes to result_object. */
struct value call_function(struct machine *m, const struct ir_func *func, const struct value *args, size_t arg_count,
                           struct object *result_object);

/* ---- builtin/ ---- */

/* An IR_BUILTIN. */
struct value eval_builtin(struct machine *m, const struct ir_expr *expr);

/* ---- loop/ ---- */

void eval_loop(struct machine *m, const struct ir_stmt *stmt);

/* ---- launch/ ---- */

/* An IR_LAUNCH. In device code it is recorded for later: see eval/launch/child_launch.h. */
void eval_launch(struct machine *m, const struct ir_expr *expr);
/* Operands of cudaLaunchKernel and related functions: shapes by address, arguments as an array of pointers. */
struct pointed_launch {
	const struct ir_func *kernel;
	const struct value *grid, *block, *args;
	const struct value *shared, *cluster, *stream; /* NULL: not given */
	bool cooperative;
};
void eval_launch_by_pointers(struct machine *m, const struct ir_expr *expr, const struct pointed_launch *given);

#endif
