/* What paths mean, and how readers are shown them. */
#ifndef GPULINT_CLI_REPORT_PATH_H
#define GPULINT_CLI_REPORT_PATH_H

#include <stdbool.h>

#include "support/arena.h"

/* Whether both are names of one file that exists, or the same name. */
bool path_is_same_file(const char *a, const char *b);

/* The path without empty and '.' parts, and without "part/.." where that is the same file (part may be a symbolic link).
 * The path itself, or a copy in the arena. */
const char *path_clean(struct arena *arena, const char *path);

#endif
