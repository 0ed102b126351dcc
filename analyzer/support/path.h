/* The parts of a file's path. */
#ifndef GPULINT_SUPPORT_PATH_H
#define GPULINT_SUPPORT_PATH_H

#include <stdbool.h>

#include "support/arena.h"

/* The last part. */
const char *path_base_name(const char *path);
/* Whether both have the same last part. */
bool path_same_name(const char *path, const char *other);
/* The folder that a file is in: "." where the path names none. */
const char *path_folder(struct arena *arena, const char *path);

#endif
