/* Launches as nvcc accepts them and libclang does not: `kernel << < grid, block >> > (…)`. */
#ifndef GPULINT_FRONTEND_TEXT_SPACED_LAUNCH_H
#define GPULINT_FRONTEND_TEXT_SPACED_LAUNCH_H

#include <stddef.h>

/* Joins such brackets in place, next to what they enclose, so that all other places in the text stay what they were. */
void spaced_launch_join(char *text, size_t length);

#endif
