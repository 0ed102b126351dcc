#include "cli/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/message.h"
#include "support/allocate.h"

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

/* Opens a file next to the target, which it will replace. `before`: the existing target, or NULL. Returns NULL if it
 * cannot be created. */
static FILE *
open_part(struct file_writing *writing, const struct stat *before)
{
	const size_t size = strlen(writing->target) + sizeof ".part" + 3 * sizeof(long);
	char *part = memory_alloc(size);
	snprintf(part, size, "%s.part%ld", writing->target, (long)getpid());
	const int descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	FILE *file = NULL;
	if (descriptor >= 0 && (!before || !fchmod(descriptor, before->st_mode & 0777)))
		file = fdopen(descriptor, "wb");
	if (file) {
		writing->part = part;
		return file;
	}
	if (descriptor >= 0) {
		close(descriptor);
		unlink(part);
	}
	free(part);
	return NULL;
}

struct file_writing
file_begin(const char *path)
{
	struct file_writing writing = {.path = path, .target = realpath(path, NULL)};
	struct stat before;
	const bool is_there = !stat(path, &before);
	if (!is_there && lstat(path, &before) && errno == ENOENT) {
		writing.target = memory_strdup(path);
		writing.file = open_part(&writing, NULL);
	}
	/* A target that the user may not write is not replaced. A file with several links is written in place, so that
	 * it keeps them. */
	if (is_there && writing.target && S_ISREG(before.st_mode) && before.st_nlink == 1 && !access(path, W_OK))
		writing.file = open_part(&writing, &before);
	if (!writing.file)
		writing.file = fopen(path, "wb");
	if (!writing.file) {
		message("%s: %s", path, strerror(errno));
		free(writing.target);
		writing.target = NULL;
	}
	return writing;
}

bool
file_finish(struct file_writing *writing, bool written)
{
	if (written && !ferror(writing->file))
		errno = 0; /* so that errno describes only a failure below */
	written = !fflush(writing->file) && !ferror(writing->file) && written;
	written = fclose(writing->file) == 0 && written;
	if (written && writing->part)
		written = !rename(writing->part, writing->target);
	if (!written)
		message("%s: %s", writing->path, errno ? strerror(errno) : "it could not be written completely");
	if (!written && writing->part)
		unlink(writing->part);
	free(writing->part);
	free(writing->target);
	*writing = (struct file_writing){0};
	return written;
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
		words_add(paths, arena, path); /* an error is reported when it is read */
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
