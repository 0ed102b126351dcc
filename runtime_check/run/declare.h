/* Adds, step by step, declarations that nvcc provides to every source and NVRTC does not. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_DECLARE_H
#define GPULINT_RUNTIME_CHECK_RUN_DECLARE_H

#include "repair.h"

/* Before the first attempt: declares the overloads that only nvcc has, if the source calls these functions. Without
 * them NVRTC may silently choose another overload of its own. */
void declare_overloads(struct compilation *compilation);
/* After a failed attempt: declares the missing names that known_names.h contains, or changes to the dialect that the
 * source needs. False: nothing was changed. */
bool declare_missing(struct compilation *compilation);

#endif
