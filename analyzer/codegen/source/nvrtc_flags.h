/* The user's compiler flags, translated for NVRTC. */
#ifndef GPULINT_CODEGEN_SOURCE_NVRTC_FLAGS_H
#define GPULINT_CODEGEN_SOURCE_NVRTC_FLAGS_H

#include <stddef.h>

#include "support/arena.h"

struct string_list {
	const char **items; /* malloc'ed array; the strings belong to the arena or to the flags */
	size_t count, capacity;
};

struct nvrtc_flags {
	struct string_list options;  /* NVRTC's own spelling */
	struct string_list defines;  /* NAME or NAME=VALUE */
	struct string_list folders;  /* -I and -isystem, made absolute or relative to the current folder */
	struct string_list includes; /* -include */
};

/* Adds flags that change the compiled device code and that NVRTC knows. Ignores all others. */
void nvrtc_flags_add(struct nvrtc_flags *out, const char *const *flags, size_t count, const char *directory,
                     struct arena *arena);
void nvrtc_flags_free(struct nvrtc_flags *flags);

#endif
