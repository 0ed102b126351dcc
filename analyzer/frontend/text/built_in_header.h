/* The text of a built-in header as libclang receives it. */
#ifndef GPULINT_FRONTEND_TEXT_BUILT_IN_HEADER_H
#define GPULINT_FRONTEND_TEXT_BUILT_IN_HEADER_H

#include <stddef.h>

#include "frontend/text/headers.h"
#include "support/arena.h"

struct built_in_header {
	const char *name; /* absolute, below FRONTEND_HEADER_ROOT; in the arena, like the text */
	const char *text;
	size_t length;
};

struct built_in_header built_in_header_make(struct arena *arena, const struct frontend_header *header);

#endif
