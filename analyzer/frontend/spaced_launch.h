#ifndef GPULINT_FRONTEND_SPACED_LAUNCH_H
#define GPULINT_FRONTEND_SPACED_LAUNCH_H

#include <stddef.h>

/* nvcc accepts `kernel << < grid, block >> > (…)`, libclang does not. Joins such brackets in place, next to what they
 * enclose, so that all other places in the text stay what they were. */
void spaced_launch_join(char *text, size_t length);

#endif
