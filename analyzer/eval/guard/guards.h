/* Guards: conditions of a kernel that compare a position in the grid with a number, as in `if (i < n)`. They are
 * evaluated without running the kernel: from the indices of grid and block, locals' first values and the launch's
 * numbers. They are hints only: which blocks to run, and which grid fits. */
#ifndef GPULINT_EVAL_GUARD_GUARDS_H
#define GPULINT_EVAL_GUARD_GUARDS_H

#include "eval/state/launch_request.h"

struct guards;

/* For the launch, whose block must be known. */
struct guards *guards_find(struct program *program, const struct launch_request *request);
void guards_free(struct guards *guards);

/* Whether the kernel reads its threads' index along dimension d (0 to 2). */
bool guards_use_thread(const struct guards *guards, int d);

/* The most threads along d whose index, unmodified, fits all arrays of shared memory that it indexes; 0: it indexes
 * none. */
int64_t guards_shared_extent(const struct guards *guards, int d);

/* The number of blocks along d in which a condition on the launch's numbers has the same outcome as in the first
 * block: the maximum over all conditions. 0: no outcome changes with the block's index, or none below `limit`. */
int64_t guards_extent(struct guards *guards, int d, int64_t limit);

#endif
