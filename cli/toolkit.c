#include "cli/toolkit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *
include_folder(struct arena *arena, const char *root, const char *below)
{
	if (!root || !*root)
		return NULL;
	const char *folder = arena_printf(arena, "%s%s/include", root, below);
	return access(arena_printf(arena, "%s/cuda_runtime.h", folder), R_OK) ? NULL : folder;
}

static const char *
executable_folder(struct arena *arena)
{
	char path[4096];
	const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
	if (length <= 0 || (size_t)length == sizeof path)
		return NULL;
	path[length] = '\0';
	char *slash = strrchr(path, '/');
	return slash ? arena_strndup(arena, path, (size_t)(slash - path)) : NULL;
}

const char *
toolkit_find(struct arena *arena)
{
	const struct { const char *root, *below; } places[] = {
		{getenv("CUDA_PATH"), ""},
		{getenv("CUDA_HOME"), ""},
		{"/usr/local/cuda", ""},
		{"/opt/cuda", ""},
		{executable_folder(arena), "/cuda/nvidia/cu13"},
	};
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const char *folder = include_folder(arena, places[i].root, places[i].below);
		if (folder)
			return folder;
	}
	return NULL;
}
