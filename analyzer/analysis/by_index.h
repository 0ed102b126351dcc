/* Whether a kernel can run with another block size: each thread depends only on its index in the grid's x dimension,
 * blockIdx.x * blockDim.x + threadIdx.x. Neither its block nor the block's other threads matter. This presumes
 * blocks of a single row. */
#ifndef GPULINT_ANALYSIS_BY_INDEX_H
#define GPULINT_ANALYSIS_BY_INDEX_H

#include "ir/ir.h"

/* Why not, as a clause about the kernel; NULL: it can. Uses of the number of threads in the grid, gridDim.x *
 * blockDim.x, are allowed. */
const char *why_not_by_index(const struct ir_func *kernel);

#endif
