/* Files other than sources that are read whole, folders of them, and files that are written. */
#ifndef GPULINT_CLI_FILE_H
#define GPULINT_CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/report/words.h"
#include "support/arena.h"

/* The text of `length` bytes and a terminating 0, which the caller frees. NULL, with a message in the arena: it cannot
 * be read, is larger than `most` bytes, or is not a regular file. Reading a pipe would wait for its writer, and devices
 * may have no end. */
char *file_read(const char *path, size_t most, size_t *length, struct arena *arena, const char **error);

/* A file that is being written. The previous file stays until everything is written, and is then replaced. A device or
 * a pipe, or a file whose folder takes no new file, is written in place. */
struct file_writing {
	FILE *file; /* NULL: it cannot be written */
	const char *path;
	char *target; /* the path with its links resolved */
	char *part;   /* the temporary file; NULL: it is written in place */
};

/* Reports in a message if it cannot be written. The path stays the caller's. */
struct file_writing file_begin(const char *path);
/* `written`: whether the caller wrote everything without an error. False, after a message: the file is incomplete. */
bool file_finish(struct file_writing *writing, bool written);

bool file_has_ending(const char *path, const char *ending);
/* Adds the paths of the folder's files with this ending, in alphabetical order. A path that is not a folder is added
 * itself. False, with a message in the arena: the folder cannot be read. */
bool file_list(struct words *paths, const char *path, const char *ending, struct arena *arena, const char **error);

#endif
