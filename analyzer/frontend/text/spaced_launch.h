/* Launches that nvcc accepts and libclang rejects: `kernel << < grid, block >> > (…)`. */
#ifndef GPULINT_FRONTEND_TEXT_SPACED_LAUNCH_H
#define GPULINT_FRONTEND_TEXT_SPACED_LAUNCH_H

#include <stddef.h>

/* Joins such brackets in place, adjacent to the configuration that they enclose. All other offsets in the text stay the
 * same. */
void spaced_launch_join(char *text, size_t length);

#endif
