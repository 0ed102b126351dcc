/* Where NVIDIA's compiler says that a library function's accesses to memory are.
 *
 * The built-in headers declare what the toolkit's define: an atomicAdd on a double is an instruction on line 294 of
 * sm_60_atomic_functions.hpp for Nsight Compute and for everything else that reads a program's line information. */
#ifndef GPULINT_FRONTEND_LOWER_TOOLKIT_LINES_H
#define GPULINT_FRONTEND_LOWER_TOOLKIT_LINES_H

#include <stdbool.h>

#include "ir/ir.h"

/* Whether functions of that qualified name are known; the type then tells which of them is meant. */
bool toolkit_lines_know(const char *function);
/* The place of the function whose first parameter is of the type `first`, or points to one, as C spells it without
 * qualifiers. False: it is not known. */
bool toolkit_lines_find(const char *function, const char *first, struct ir_line_info *info);

#endif
