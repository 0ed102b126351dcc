/* Doubts: what of a kernel may be otherwise in a block or in an iteration that was not run, or were other values loaded.
 *
 * Sampling shows that the blocks and iterations that were run cost the same. That says something of the others only
 * where the code leaves no room for a special one: in `if (blockIdx.x == 50)` a single block differs from all that were
 * looked at. Here the code is read, not run: for each value, whether it does not depend on the block index (or on the
 * loop), depends on it linearly, or in another way. Of a linear function, a comparison that comes out alike at the
 * corners of the grid comes out alike everywhere, so accesses under it are as good as their samples; what stands under
 * any other condition, or goes to an address that is not linear, is in doubt. So is what stands under two comparisons that
 * may leave a stretch between the corners, and one of an unsigned difference, which leaves one where it is below zero. */
#ifndef GPULINT_CODE_DOUBT_DOUBT_H
#define GPULINT_CODE_DOUBT_DOUBT_H

#include <stdbool.h>

#include "ir/ir.h"
#include "support/pointer_set.h"

/* A set of accesses (ir_expr) and branches (ir_stmt). */
struct doubts;

struct doubts *doubts_new(void);
void doubts_free(struct doubts *doubts);
bool doubts_has(const struct doubts *doubts, const void *node);

/* Blocks: adds what a block of the kernel that was not run may do otherwise. */
void doubt_blocks(struct doubts *doubts, const struct ir_func *kernel);
/* Iterations: adds what an iteration of the loop, which stands in func, may do otherwise. False: nothing, all do alike. */
bool doubt_iterations(struct doubts *doubts, const struct ir_func *func, const struct ir_stmt *loop);
/* Values: adds what the kernel may do otherwise if these of its loads, and of its calls of mathematical functions, yield
 * something else. */
void doubt_values(struct doubts *doubts, const struct ir_func *kernel, const struct pointer_set *values);
/* A parameter: adds what the kernel may do otherwise if it is given another number for it. */
void doubt_parameter(struct doubts *doubts, const struct ir_func *kernel, const struct ir_var *parameter);

#endif
