/* What tells one launch of a kernel from another: launches that cost the same for all that is known are run once, and told
 * as repeats of the first. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_KEY_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_KEY_H

#include "eval/launch/host.h"

/* A hash of shape and arguments. Of a pointer, what it points to is told by kind and size, and where in it by the offset,
 * so that two buffers used by turns make no difference; that another pointer leads to the same does. Where kernels are
 * controlled by data, what is known of its content tells as well, and so do the device's variables. Records count member by
 * member; floats only where device code decides by some. The kernel is its definition. */
uint64_t launch_key(struct machine *m, const struct launch_request *request);
/* A hash of the buffers alone that its pointers lead to: which they are. */
uint64_t launch_buffers(const struct machine *m, const struct launch_request *request);

/* A hash of the shape and of exactly what the launch is handed; 0: not all of it can be compared. */
uint64_t launch_arguments(struct machine *m, const struct launch_request *request);

#endif
