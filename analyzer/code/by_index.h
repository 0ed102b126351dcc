/* Whether the threads of a kernel could be in blocks of another size: whether what each of them does follows from its index
 * in the grid's x dimension, blockIdx.x * blockDim.x + threadIdx.x, and not from which block it is in, or from the threads
 * beside it. Where blocks have a single row, that is. */
#ifndef GPULINT_CODE_BY_INDEX_H
#define GPULINT_CODE_BY_INDEX_H

#include "ir/ir.h"

/* Why it may not be so, as a clause about the kernel; NULL: it is. The number of threads in the grid, gridDim.x * blockDim.x,
 * may be asked for. */
const char *why_not_by_index(const struct ir_func *kernel);

#endif
