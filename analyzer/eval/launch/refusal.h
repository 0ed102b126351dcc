/* Launches that CUDA refuses, or that the host code does not come to, so that nothing runs: what they would cost there is no saying. */
#ifndef GPULINT_EVAL_LAUNCH_REFUSAL_H
#define GPULINT_EVAL_LAUNCH_REFUSAL_H

#include "eval/launch/host.h"

/* Whether some GPU takes such a grid, or such a block, of any kernel. */
bool refusal_spares_grid(const int64_t grid[3]);
bool refusal_spares_block(const int64_t block[3]);

/* Why the launch is not made; NULL: nothing speaks against it. Numbers that were assumed never do. static_shared: bytes of
 * shared memory that a block is known to have besides the launch's. In the facts' arena. */
const char *refusal_of_launch(struct program *program, const struct launch_request *request, uint64_t static_shared);

#endif
