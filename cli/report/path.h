/* Paths for readers. */
#ifndef GPULINT_REPORT_PATH_H
#define GPULINT_REPORT_PATH_H

#include "support/arena.h"

/* The path without empty and '.' parts, and without "part/.." where that is the same file (part may be a symbolic link).
 * The path itself, or a copy in the arena. */
const char *path_clean(struct arena *arena, const char *path);

#endif
