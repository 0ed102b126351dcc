#include "cli/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/memory.h"

static char *
read_regular(FILE *file, size_t most, size_t *length, const char **reason)
{
	struct stat status;
	if (fstat(fileno(file), &status)) {
		*reason = strerror(errno);
		return NULL;
	}
	if ((size_t)status.st_size > most) {
		*reason = "too large";
		return NULL;
	}
	char *text = memory_alloc((size_t)status.st_size + 1);
	*length = fread(text, 1, (size_t)status.st_size, file);
	text[*length] = '\0';
	if (!ferror(file))
		return text;
	*reason = strerror(errno);
	free(text);
	return NULL;
}

char *
file_read(const char *path, size_t most, size_t *length, struct arena *arena, const char **error)
{
	struct stat status;
	const char *reason = NULL;
	char *text = NULL;
	FILE *file = NULL;
	if (stat(path, &status))
		reason = strerror(errno);
	else if (!S_ISREG(status.st_mode))
		reason = S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file";
	else if (!(file = fopen(path, "rb")))
		reason = strerror(errno);
	else
		text = read_regular(file, most, length, &reason);
	if (file)
		fclose(file);
	if (reason)
		*error = arena_printf(arena, "%s: %s", path, reason);
	return text;
}
