/* Launches: as host code makes them, by whatever way it has, and how they are run. */
#ifndef GPULINT_EVAL_LAUNCH_HOST_H
#define GPULINT_EVAL_LAUNCH_HOST_H

#include "eval/state/launch_request.h"

/* An IR_LAUNCH expression. One of device code is noted, to be made later: see child_launch.h. */
void host_launch(struct machine *m, const struct ir_expr *expr);
/* What cudaLaunchKernel and its kin are given: shapes by address, arguments as an array of pointers. */
struct pointed_launch {
	const struct ir_func *kernel;
	const struct value *grid, *block, *args;
	const struct value *shared, *cluster, *stream;   /* NULL: not given */
	bool cooperative;
};
void host_launch_by_pointers(struct machine *m, const struct ir_expr *expr, const struct pointed_launch *given);
/* The launch with these arguments: what is not known of them is settled. */
void host_make_launch(struct machine *m, struct launch_request *request, struct value *args);
/* Runs one launch. Where one has run from which launch_key.h does not tell it, that one is told to repeat; where the kernel
 * has run in many ways, this one is only counted. Of one that CUDA refuses nothing but that is told: see refusal.h. */
void host_run_launch(struct machine *m, const struct launch_request *given);
/* Whether the program settles its shape and all numbers among its arguments. */
bool host_has_own_numbers(const struct launch_request *request);
/* Whether the launch writes numbers that a later one may go by. Nothing comes behind one that the program does not make. */
bool device_may_control_others(struct program *program, const struct launch_request *request);
/* device.c: samples the blocks of a launch and adds its sites to `launch`. */
void device_run(struct program *program, const struct launch_request *request, struct launch *launch,
                const struct kernel *kernel);

#endif
