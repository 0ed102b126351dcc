/* Where a kernel's own shared variables lie: one behind the other as they are declared, those of the functions that it calls
 * before its own, each at the next multiple of its type's alignment. Left out is what no code names, what is only stored
 * to, and what only the side names that a constant condition rules out. So nvcc 13.0 and ptxas do. What the program sizes
 * at launch begins behind all of them, at a multiple of 16. */
#ifndef GPULINT_CODE_SHARED_LAYOUT_H
#define GPULINT_CODE_SHARED_LAYOUT_H

#include "ir/ir.h"
#include "support/pointer_map.h"

/* Of kernels so far; zeroed: of none. */
struct shared_layouts {
	struct pointer_map kernels;   /* to struct shared_layout */
};

/* Bytes from where shared memory begins to the variable; 0 for one that is not of the kernel's own, too. */
uint64_t shared_layout_offset(struct shared_layouts *layouts, const struct ir_func *kernel, const struct ir_var *var);
/* Bytes of all of them. */
uint64_t shared_layout_size(struct shared_layouts *layouts, const struct ir_func *kernel);
void shared_layouts_free(struct shared_layouts *layouts);

#endif
