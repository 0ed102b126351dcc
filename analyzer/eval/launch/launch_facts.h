/* Report data of a launch: its place, shape, arguments and assumptions. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_FACTS_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_FACTS_H

#include "eval/launch/run_launch.h"

/* Fills in all that is known before it runs; `launch` is new. */
void launch_facts_describe(struct machine *m, struct launch *launch, const struct launch_request *request);
/* Fills in only grid, block and shared memory. */
void launch_facts_shape(struct launch *launch, const struct launch_request *request);
/* The place of the launch, in the facts' arena. */
struct place launch_facts_place(struct program *program, const struct launch_request *request);

#endif
