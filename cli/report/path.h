/* Path comparison, and paths as shown to readers. */
#ifndef GPULINT_CLI_REPORT_PATH_H
#define GPULINT_CLI_REPORT_PATH_H

#include <stdbool.h>

#include "support/arena.h"

/* Whether both name one existing file, or are equal. */
bool path_is_same_file(const char *a, const char *b);

/* The path without empty and '.' components, and without "part/.." where that does not change the file (part may be a
 * symbolic link). Returns the path itself, or a copy in the arena. */
const char *path_clean(struct arena *arena, const char *path);

#endif
