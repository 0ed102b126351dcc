/* Launches that are not run, because CUDA refuses them or their kernel has too many different ones. The report lists
 * both. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_LEFT_OUT_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_LEFT_OUT_H

#include "eval/launch/run_launch.h"
#include "eval/state/program.h"

/* Whether CUDA refuses the launch, which is then recorded. */
bool launch_is_refused(struct program *program, const struct launch_request *request);

/* Whether the kernel has too many different launches to run another. */
bool launch_is_left_out(const struct program *program, const struct kernel_entry *entry,
                        const struct launch_request *request);
/* Records that it is left out `count` times. */
void launch_leave_out(struct machine *m, struct kernel_entry *entry, const struct launch_request *request,
                      uint64_t count);

#endif
