/* Launches that are not run: CUDA refuses them, or there are too many unlike ones of their kernel. The report has both. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_LEFT_OUT_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_LEFT_OUT_H

#include "eval/launch/host.h"
#include "eval/state/program.h"

/* Whether nothing runs, which is then told. */
bool launch_is_refused(struct program *program, const struct launch_request *request);

/* Whether one more launch of the kernel, unlike those that it has, would be too many. */
bool launch_is_left_out(const struct program *program, const struct kernel_entry *entry, const struct launch_request *request);
/* Tells that it is left out so many times. */
void launch_leave_out(struct machine *m, struct kernel_entry *entry, const struct launch_request *request, uint64_t count);

#endif
