/* Translates the user's compiler flags, of nvcc or clang, into libclang's.
 *
 * A compile database may come from an untrusted project, so only listed flags pass: include folders, macros, files to
 * include and the language standard. All others are dropped with their arguments, except for the facts that
 * `compilation` records. A file to include may be anywhere, like one that the source itself includes. It is read, and
 * its text may appear in messages. */
#ifndef GPULINT_FRONTEND_FLAGS_H
#define GPULINT_FRONTEND_FLAGS_H

#include <stddef.h>

#include "frontend/frontend.h"

struct flags {
	const char **items; /* in the arena */
	size_t count, capacity;
	struct ir_compilation compilation; /* what the flags say about code generation */
	const char *refused;               /* a listed flag that was dropped, and why; NULL: none */
};

/* The arguments of a parse. `root`: the virtual folder of the built-in headers. */
struct flags flags_translate(struct arena *arena, const struct frontend_options *options, const char *root);

#endif
