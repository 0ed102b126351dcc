/* What the kernels and variables of a compilation are called, before and after. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_NAMES_H
#define GPULINT_RUNTIME_CHECK_RUN_NAMES_H

#include "repair.h"

/* Asks the program for those that are in. */
void names_add(struct compilation *compilation);
/* After a failed attempt: kernels whose names were refused, as those of overloads are, get their names by type. False: no
 * kernel has another name to try. */
bool names_by_type(struct compilation *compilation);
/* Of what was compiled; a kernel that is not in it gets a reason. */
void names_find(struct compilation *compilation);

#endif
