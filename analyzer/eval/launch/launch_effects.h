/* Effects of launches that are not simulated on memory: their stores may control later kernels, and they may
 * overwrite what host code knows. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_EFFECTS_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_EFFECTS_H

#include "eval/launch/run_launch.h"

struct kernel_entry;

/* Records that the launch (key `id`, with its buffers) has run. begun: machine.clock at its start. */
void launch_effects_note(struct machine *m, const struct launch_request *request, uint64_t id, uint32_t begun);
/* A launch that costs the same as an earlier one. If its buffers are unchanged since then, so are its results. May
 * add kernels, which invalidates `entry`. */
void launch_effects_repeat(struct machine *m, struct launch_request *request, struct kernel_entry *entry, uint64_t id);
/* A launch that is not run: memory that it may have written becomes unknown. */
void launch_effects_forget(struct machine *m, const struct launch_request *request);

#endif
