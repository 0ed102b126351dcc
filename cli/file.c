#include "cli/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/message.h"
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

bool
file_finish(FILE *file, const char *path, bool written)
{
	if (written && !ferror(file))
		errno = 0;   /* else it may say what went wrong */
	written = !fflush(file) && !ferror(file) && written;
	if (fclose(file) == 0 && written)
		return true;
	message("%s: %s", path, errno ? strerror(errno) : "not all of it could be written");
	return false;
}

bool
file_has_ending(const char *path, const char *ending)
{
	const size_t length = strlen(path), own = strlen(ending);
	return length >= own && !strcmp(path + length - own, ending);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool
file_list(struct words *paths, const char *path, const char *ending, struct arena *arena, const char **error)
{
	struct stat status;
	const size_t before = paths->count;
	if (stat(path, &status) || !S_ISDIR(status.st_mode)) {
		words_add(paths, arena, path);   /* what is wrong with it shows when it is read */
		return true;
	}
	DIR *folder = opendir(path);
	if (!folder) {
		*error = arena_printf(arena, "%s: %s", path, strerror(errno));
		return false;
	}
	for (struct dirent *entry; (entry = readdir(folder));)
		if (entry->d_name[0] != '.' && file_has_ending(entry->d_name, ending))
			words_add(paths, arena, arena_printf(arena, "%s/%s", path, entry->d_name));
	closedir(folder);
	if (paths->count > before)
		qsort(paths->items + before, paths->count - before, sizeof *paths->items, by_name);
	return true;
}
