/* Identity of a kernel's launches: launches that cost the same as far as known run once; later ones are recorded as
 * repeats. */
#ifndef GPULINT_EVAL_LAUNCH_LAUNCH_KEY_H
#define GPULINT_EVAL_LAUNCH_LAUNCH_KEY_H

#include "eval/launch/run_launch.h"

/* A hash of shape and arguments. A pointer counts by kind, size and offset of its target, so alternating buffers
 * give the same key; aliases of another pointer argument are distinguished. If data controls kernels, known contents
 * and device variables count too. Records count by member; floats only if device code decides by some. The kernel
 * itself is not included. */
uint64_t launch_key(struct machine *m, const struct launch_request *request);
/* A hash of the identities of the buffers that its pointers lead to. */
uint64_t launch_buffers(const struct machine *m, const struct launch_request *request);

/* A hash of the shape and of the exact arguments; 0: some cannot be compared. */
uint64_t launch_arguments(struct machine *m, const struct launch_request *request);

#endif
