/* Files that are read whole, other than sources, folders of them, and files that are written. */
#ifndef GPULINT_CLI_FILE_H
#define GPULINT_CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/report/words.h"
#include "support/arena.h"

/* The text, of `length` bytes and a closing 0, which the caller frees; NULL, with a message in the arena, when it cannot be
 * read, is no regular file (to read a pipe would wait for who writes to it, and devices need not end), or is larger than
 * `most` bytes. */
char *file_read(const char *path, size_t most, size_t *length, struct arena *arena, const char **error);

/* A file that is being written. What was there before stays as it is until all is: then this takes its place, unless it is a
 * device or a pipe, say, or its folder takes no new file, and it is written as it stands. */
struct file_writing {
	FILE *file; /* NULL: it cannot be written */
	const char *path;
	char *target; /* what links on the path lead to */
	char *part;   /* where it is written meanwhile; NULL: in its place */
};

/* With a message where it cannot be written. The path stays the caller's. */
struct file_writing file_begin(const char *path);
/* All of it has been written, as far as who wrote it knows, or not; false, after a message, when it is not all there. */
bool file_finish(struct file_writing *writing, bool written);

bool file_has_ending(const char *path, const char *ending);
/* Adds the paths of the folder's files of that ending, in the order of their names; a path that is no folder is added itself.
 * False, with a message in the arena: the folder cannot be read. */
bool file_list(struct words *paths, const char *path, const char *ending, struct arena *arena, const char **error);

#endif
