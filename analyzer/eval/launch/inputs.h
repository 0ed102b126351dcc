/* Data to repeat a launch in a measurement: its arguments, and the contents of the memory that they point to. */
#ifndef GPULINT_EVAL_LAUNCH_INPUTS_H
#define GPULINT_EVAL_LAUNCH_INPUTS_H

#include "eval/launch/run_launch.h"

/* Call before the device code runs: records the arguments. */
void inputs_describe(struct machine *m, struct launch *launch, const struct launch_request *request);
/* Call after it has run: records its use of the buffers. */
void inputs_note_use(const struct machine *m, struct launch *launch);

/* The largest number that fits the buffers of known size that the arguments point to. Several unknown numbers are
 * taken together, as rows and columns of the smallest buffer. INT64_MAX: no such buffer. */
int64_t inputs_largest_number(struct machine *m, const struct launch_request *request);

#endif
