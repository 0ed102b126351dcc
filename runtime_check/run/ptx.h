/* Maps a place in PTX to the source, with the `.loc` directives of -lineinfo. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PTX_H
#define GPULINT_RUNTIME_CHECK_RUN_PTX_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

struct ptx_place {
	const char *file; /* a path */
	uint32_t line;
	const char *inner_file; /* the place of the code itself, in the function that was inlined */
	uint32_t inner_line;
};

/* For inlined code, the place in the function that was not inlined, usually the kernel. Lines count from 1. False: the
 * PTX does not contain it. */
bool ptx_place_of_line(const char *ptx, uint32_t line, struct arena *arena, struct ptx_place *place);

/* The place of the kernel of this name; otherwise, of the first use of the name in a function. */
bool ptx_place_of_name(const char *ptx, const char *name, struct arena *arena, struct ptx_place *place);

#endif
