/* Divergence analysis, as compilers do it (Karrenberg and Hack, "Improving performance of OpenCL on CPUs", 2012): which
 * expressions of a kernel may differ between the threads of a warp, whatever the launch. A value diverges that is made of the
 * thread's index, of loaded data at a diverging address, or of a variable that diverging control flow assigns. */
#ifndef GPULINT_CODE_DIVERGENCE_H
#define GPULINT_CODE_DIVERGENCE_H

#include <stdbool.h>

#include "ir/ir.h"
#include "support/pointer_map.h"

/* Of the functions that were asked about so far; zeroed: none. */
struct divergence_known {
	struct pointer_map funcs;
};

void divergence_known_free(struct divergence_known *known);

/* Whether the expression, which stands in the kernel, is surely the same for all threads of a warp. What the analysis cannot
 * see, such as what a function returns, is not. */
bool divergence_is_uniform(struct divergence_known *known, const struct ir_func *kernel, const struct ir_expr *e);

#endif
