#include "support/path.h"

#include <string.h>

const char *
path_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

const char *
path_folder(struct arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return !slash ? "." : slash == path ? "/" : arena_strndup(arena, path, (size_t)(slash - path));
}
