/* Files that are read whole, other than sources. */
#ifndef GPULINT_CLI_FILE_H
#define GPULINT_CLI_FILE_H

#include <stddef.h>

#include "support/arena.h"

/* The text, of `length` bytes and a closing 0, which the caller frees; NULL, with a message in the arena, when it cannot be
 * read, is no regular file (to read a pipe would wait for who writes to it, and devices need not end), or is larger than
 * `most` bytes. */
char *file_read(const char *path, size_t most, size_t *length, struct arena *arena, const char **error);

#endif
