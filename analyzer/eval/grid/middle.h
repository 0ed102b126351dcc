/* Blocks side by side in the middle of a grid, run beside those that stand for the launch: what a later kernel's blocks there
 * read is what those of the kernels before it wrote. What they write is for nobody else: the caller forgets it. */
#ifndef GPULINT_EVAL_GRID_MIDDLE_H
#define GPULINT_EVAL_GRID_MIDDLE_H

#include "eval/state/launch_request.h"
#include "model/fold.h"

/* With examples for the data that is not known; a block takes about `cost` steps, of `budget` for the launch. The fold of
 * what they did, or NULL where it would tell nothing new. The library's kernels have examples of their own. */
struct fold *middle_by_example(struct machine *m, const struct launch_request *request, const struct launch *launch,
                               uint64_t cost, uint64_t budget);

#endif
