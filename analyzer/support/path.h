/* Parts of a file's path. */
#ifndef GPULINT_SUPPORT_PATH_H
#define GPULINT_SUPPORT_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

/* The last part. */
const char *path_base_name(const char *path);
/* Whether both have the same last part. */
bool path_same_name(const char *path, const char *other);
/* The folder of a file: "." if the path has none. */
const char *path_folder(struct arena *arena, const char *path);
/* The bytes of a regular file and a terminating 0, which the caller frees; NULL: it cannot be read, or is larger
 * than `most_bytes`. */
char *path_read(const char *path, int64_t most_bytes, size_t *length);

#endif
