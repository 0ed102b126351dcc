/* Where in the source a place in PTX comes from, by the `.loc` directives of -lineinfo. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PTX_H
#define GPULINT_RUNTIME_CHECK_RUN_PTX_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

struct ptx_place {
	const char *file; /* a path */
	uint32_t line;
	const char *inner_file; /* the same of the code itself, in the function that it was inlined from */
	uint32_t inner_line;
};

/* Of what was inlined, the place in the function that was compiled for itself: in the kernel, mostly. Lines count from
 * 1. False: the PTX does not say. */
bool ptx_place_of_line(const char *ptx, uint32_t line, struct arena *arena, struct ptx_place *place);

/* The kernel of that name, else the first use of the name by a function. */
bool ptx_place_of_name(const char *ptx, const char *name, struct arena *arena, struct ptx_place *place);

#endif
