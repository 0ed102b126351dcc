/* The user's compiler flags, as nvcc or clang takes them, made into those that libclang gets.
 *
 * A compile database comes from a project that may not be trusted, so nothing passes that is not on a list: what names
 * include folders, macros, files to include and the language's standard. The rest is dropped, with its argument, but for what is
 * remembered of it in `compilation`. A file to
 * include may lie anywhere, as one that the source itself includes: it is read, and its text may be seen in messages. */
#ifndef GPULINT_FRONTEND_FLAGS_H
#define GPULINT_FRONTEND_FLAGS_H

#include <stddef.h>

#include "frontend/frontend.h"

struct flags {
	const char **items; /* in the arena */
	size_t count, capacity;
	struct ir_compilation compilation; /* what they say of code */
	const char *refused;               /* what was dropped although it is on the list, and why; NULL: nothing */
};

/* The arguments of a parse. `root` is the folder under which the built-in headers appear. */
struct flags flags_translate(struct arena *arena, const struct frontend_options *options, const char *root);

#endif
