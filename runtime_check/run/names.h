/* The names of a compilation's kernels and variables, before and after compiling. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_NAMES_H
#define GPULINT_RUNTIME_CHECK_RUN_NAMES_H

#include "repair.h"

/* Adds name expressions to the program for the kernels that have not been removed. */
void names_add(struct compilation *compilation);
/* After a failed attempt: kernels whose names were rejected, for example because they are overloaded, get names with
 * types. False: no kernel has another name to try. */
bool names_by_type(struct compilation *compilation);
/* Finds the compiled names. A kernel that was not compiled gets a reason. */
void names_find(struct compilation *compilation);

#endif
