#include "support/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/allocate.h"

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

char *
path_read(const char *path, int64_t most_bytes, size_t *length)
{
	struct stat status;
	const bool fits = stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= most_bytes;
	FILE *file = fits ? fopen(path, "rbe") : NULL;
	if (!file)
		return NULL;
	char *text = memory_alloc((size_t)status.st_size + 1);
	*length = fread(text, 1, (size_t)status.st_size, file);
	text[*length] = '\0';
	const bool failed = ferror(file);
	fclose(file);
	if (!failed)
		return text;
	free(text);
	return NULL;
}
