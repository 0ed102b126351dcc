/* Adjacent blocks in the middle of a grid, run in addition to the launch's sample: a later kernel's blocks there
 * read data that earlier kernels' blocks wrote there. The caller must discard their stores. */
#ifndef GPULINT_EVAL_GRID_MIDDLE_H
#define GPULINT_EVAL_GRID_MIDDLE_H

#include "eval/state/launch_request.h"
#include "model/aggregator.h"

/* Runs them with examples for unknown data. known: the aggregator of the other blocks. l1_room: as of
 * block_new_aggregator. A block takes about `cost` steps of the launch's `budget`. Returns the aggregator of their
 * accesses; NULL: it would show nothing new, or the kernel is a library's. */
struct aggregator *middle_by_example(struct machine *m, const struct aggregator *known,
                                     const struct launch_request *request, const struct launch *launch,
                                     uint64_t l1_room, uint64_t cost, uint64_t budget);

#endif
