/* What a measurement needs to make a launch again: its arguments, and what the memory that they point to holds. */
#ifndef GPULINT_EVAL_LAUNCH_INPUTS_H
#define GPULINT_EVAL_LAUNCH_INPUTS_H

#include "eval/launch/host.h"

/* Begins a launch, before its device code runs: its arguments as they are then. */
void inputs_describe(struct machine *m, struct launch *launch, const struct launch_request *request);
/* After it has run: what it did with the buffers. */
void inputs_note_use(const struct machine *m, struct launch *launch);

/* The largest number that keeps within the buffers of known size that the arguments lead to: of several that are not known
 * together, as the rows and columns of the smallest. INT64_MAX: there is no such buffer. */
int64_t inputs_largest_number(struct machine *m, const struct launch_request *request);

#endif
