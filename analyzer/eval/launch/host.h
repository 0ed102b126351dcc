/* Launches by host code, in any form, and their execution. */
#ifndef GPULINT_EVAL_LAUNCH_HOST_H
#define GPULINT_EVAL_LAUNCH_HOST_H

#include "eval/state/launch_request.h"

/* Executes an IR_LAUNCH. In device code it is recorded for later: see child_launch.h. */
void host_launch(struct machine *m, const struct ir_expr *expr);
/* Operands of cudaLaunchKernel and related functions: shapes by address, arguments as an array of pointers. */
struct pointed_launch {
	const struct ir_func *kernel;
	const struct value *grid, *block, *args;
	const struct value *shared, *cluster, *stream; /* NULL: not given */
	bool cooperative;
};
void host_launch_by_pointers(struct machine *m, const struct ir_expr *expr, const struct pointed_launch *given);
/* Makes the launch with these arguments, after their unknown parts are bound. */
void host_make_launch(struct machine *m, struct launch_request *request, struct value *args);
/* Runs one launch. A launch with the key of an earlier one (launch_key.h) is recorded as its repeat. If the kernel
 * has had many different launches, it is only counted. If CUDA refuses it, only the refusal is recorded: see
 * refusal.h. */
void host_run_launch(struct machine *m, const struct launch_request *given);
/* Whether the program determines its shape and all numeric arguments. */
bool host_has_own_numbers(const struct launch_request *request);
/* Whether the launch writes numbers that may control a later one. False for launches that the program does not make:
 * nothing follows them. */
bool device_may_control_others(struct program *program, const struct launch_request *request);
/* device.c: samples the blocks of a launch and adds its sites to `launch`. */
void device_run(struct program *program, const struct launch_request *request, struct launch *launch,
                const struct kernel *kernel);

#endif
