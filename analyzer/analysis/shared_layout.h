/* Offsets of a kernel's static shared variables: in order of declaration, after those of the functions that it
 * calls, each aligned to its type. Variables are dropped if no code names them, if they are only stored to, or if
 * only code under a constant false condition names them. nvcc 13.0 and ptxas do the same. Dynamic shared memory
 * begins after all of them, at a multiple of 16. */
#ifndef GPULINT_ANALYSIS_SHARED_LAYOUT_H
#define GPULINT_ANALYSIS_SHARED_LAYOUT_H

#include "ir/ir.h"
#include "support/pointer_map.h"

/* Cache of kernels; zeroed: empty. */
struct shared_layouts {
	struct pointer_map kernels; /* to struct shared_layout */
};

/* Bytes from the start of shared memory to the variable; 0 also for one that is not the kernel's own. */
uint64_t shared_layout_offset(struct shared_layouts *layouts, const struct ir_func *kernel, const struct ir_var *var);
/* The bytes of all variables. */
uint64_t shared_layout_size(struct shared_layouts *layouts, const struct ir_func *kernel);
void shared_layouts_free(struct shared_layouts *layouts);

#endif
