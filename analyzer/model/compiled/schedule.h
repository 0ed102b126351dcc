/* How long a single warp takes for each basic block of its machine code, by the compiler's schedule. A warp issues
 * its instructions in order, each a fixed number of cycles after the one before. It waits for the results of earlier
 * instructions with variable latency: loads, shared memory, special functions.
 *
 * The wait is the share of that latency that other instructions do not hide. A block starts with the pending results
 * of the block before it. A loop header starts with those of the end of the previous iteration. */
#ifndef GPULINT_MODEL_COMPILED_SCHEDULE_H
#define GPULINT_MODEL_COMPILED_SCHEDULE_H

#include "codegen/sass/flow.h"
#include "model/gpu.h"
#include "model/work.h"

/* By basic block, for one execution by one warp. malloc'ed. */
struct work *schedule_of_blocks(const struct sass_code *code, const struct sass_flow *flow,
                                const struct gpu_latencies *latencies);

#endif
