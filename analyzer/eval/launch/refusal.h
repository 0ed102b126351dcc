/* Launches that do not run because CUDA refuses them or host code does not reach them: they have no cost to predict. */
#ifndef GPULINT_EVAL_LAUNCH_REFUSAL_H
#define GPULINT_EVAL_LAUNCH_REFUSAL_H

#include "eval/launch/run_launch.h"

/* Whether some GPU accepts such a grid, or block, for any kernel. */
bool refusal_spares_grid(const int64_t grid[3]);
bool refusal_spares_block(const int64_t block[3]);

/* Why the launch is not made; NULL: no objection. Assumed numbers never count. static_shared: known bytes of static
 * shared memory for each block. In the facts' arena. */
const char *refusal_of_launch(struct program *program, const struct launch_request *request, uint64_t static_shared);

#endif
