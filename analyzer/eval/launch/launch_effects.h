/* What launches leave in memory of which it is not looked at what they cost: later kernels may go by what these write, and host code
 * by what it is no longer. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_EFFECTS_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_EFFECTS_H

#include "eval/launch/host.h"

struct kernel_entry;

/* Notes that the launch (by its key and its buffers), begun when the machine's clock stood there, has run by now. */
void launch_effects_note(struct machine *m, const struct launch_request *request, uint64_t id, uint32_t begun);
/* A launch that costs what one before did. On buffers that are as it left them it leaves what it did. Other kernels may be met: the
 * entry is no longer good. */
void launch_effects_repeat(struct machine *m, struct launch_request *request, struct kernel_entry *entry, uint64_t id);
/* A launch that is not run: what it may have written is not known. */
void launch_effects_forget(struct machine *m, const struct launch_request *request);

#endif
