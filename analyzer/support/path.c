#include "support/path.h"

#include <string.h>

const char *
path_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool
path_same_name(const char *path, const char *other)
{
	return strcmp(path_base_name(path), path_base_name(other)) == 0;
}

const char *
path_folder(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return !slash ? "." : slash == path ? "/" : arena_strndup(arena, path, (size_t)(slash - path));
}
