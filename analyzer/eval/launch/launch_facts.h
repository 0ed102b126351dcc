/* What the report says of a launch that is run: where it is made, its shape, its arguments, and what had to be assumed. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_FACTS_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_FACTS_H

#include "eval/launch/host.h"

/* Fills in all that is known before it runs; `launch` is new. */
void launch_facts_describe(struct machine *m, struct launch *launch, const struct launch_request *request);
/* Of that, only the grid, the block and the shared memory. */
void launch_facts_shape(struct launch *launch, const struct launch_request *request);
/* Where it is made; in the facts' arena. */
struct place launch_facts_place(struct program *program, const struct launch_request *request);

/* Adds an assumption, unless it has it. text: in the arena. */
void launch_facts_assume(struct arena *arena, struct launch *launch, const char *text);
/* Adds to the launch's assumptions what has been left out of the code that the machine ran, and what stores are taken to do of
 * which nobody knows where. */
void launch_facts_tell_left_out(struct machine *m, struct launch *launch);

#endif
