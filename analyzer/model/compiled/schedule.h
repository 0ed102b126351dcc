/* How long a warp takes for the blocks of its machine code when nothing else is to be done, by what the compiler's scheduler wrote: a
 * warp issues its instructions in their order, each so many cycles after the one before, and waits at one for what it needs of those
 * before it whose latency varies: loads, shared memory, special functions.
 *
 * What it waits for is a share of that latency, as much of it as other instructions do not hide. A block begins with what the one before
 * it has under way: a loop's header with what the end of its last iteration has. */
#ifndef GPULINT_MODEL_COMPILED_SCHEDULE_H
#define GPULINT_MODEL_COMPILED_SCHEDULE_H

#include "codegen/sass/flow.h"
#include "model/gpu.h"
#include "model/work.h"

/* Of each block, executed once by one warp. malloc'ed. */
struct work *schedule_of_blocks(const struct sass_code *code, const struct sass_flow *flow, const struct gpu_latencies *latencies);

#endif
