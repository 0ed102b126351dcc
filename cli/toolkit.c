#include "cli/toolkit.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/executable.h"

static const char *
include_folder(struct arena *arena, const char *root, const char *below)
{
	if (!root || !*root)
		return NULL;
	const char *folder = arena_printf(arena, "%s%s/include", root, below);
	return access(arena_printf(arena, "%s/cuda_runtime.h", folder), R_OK) ? NULL : folder;
}

const char *
toolkit_find(struct arena *arena)
{
	char beside[PATH_MAX];
	const struct {
		const char *root, *below;
	} places[] = {
		{getenv("CUDA_PATH"), ""},
		{getenv("CUDA_HOME"), ""},
		{"/usr/local/cuda", ""},
		{"/opt/cuda", ""},
		{executable_folder(beside, sizeof beside) ? beside : NULL, "/cuda/nvidia/cu13"},
	};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *folder = include_folder(arena, places[i].root, places[i].below);
		if (folder)
			return folder;
	}
	return NULL;
}
