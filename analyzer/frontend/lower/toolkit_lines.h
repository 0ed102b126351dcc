/* The lines that NVIDIA's compiler records for the memory accesses of library functions.
 *
 * The built-in headers only declare these functions. In the toolkit, an atomicAdd on a double is an instruction on line
 * 294 of sm_60_atomic_functions.hpp. Nsight Compute and all other users of line information show that line. */
#ifndef GPULINT_FRONTEND_LOWER_TOOLKIT_LINES_H
#define GPULINT_FRONTEND_LOWER_TOOLKIT_LINES_H

#include <stdbool.h>

#include "ir/ir.h"

/* Whether functions of that qualified name are known. The type of the first parameter then selects one of them. */
bool toolkit_lines_know(const char *function);
/* The place of the function whose first parameter has the type `first`, or points to it. `first`: as C spells the type,
 * without qualifiers. False: unknown. */
bool toolkit_lines_find(const char *function, const char *first, struct ir_line_info *info);

#endif
