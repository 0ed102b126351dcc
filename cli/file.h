/* Files that are read whole, other than sources, folders of them, and files that are written. */
#ifndef GPULINT_CLI_FILE_H
#define GPULINT_CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/words.h"
#include "support/arena.h"

/* The text, of `length` bytes and a closing 0, which the caller frees; NULL, with a message in the arena, when it cannot be
 * read, is no regular file (to read a pipe would wait for who writes to it, and devices need not end), or is larger than
 * `most` bytes. */
char *file_read(const char *path, size_t most, size_t *length, struct arena *arena, const char **error);

/* Closes a file that was written, all of it as far as who wrote it knows or not; false, after a message, when it is not all
 * there. */
bool file_finish(FILE *file, const char *path, bool written);

bool file_has_ending(const char *path, const char *ending);
/* Adds the paths of the folder's files of that ending, in the order of their names; a path that is no folder is added itself.
 * False, with a message in the arena: the folder cannot be read. */
bool file_list(struct words *paths, const char *path, const char *ending, struct arena *arena, const char **error);

#endif
