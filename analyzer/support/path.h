/* The parts of a file's path. */
#ifndef GPULINT_SUPPORT_PATH_H
#define GPULINT_SUPPORT_PATH_H

#include "support/arena.h"

/* The last part. */
const char *path_base_name(const char *path);
/* The folder that a file is in: "." where the path names none. */
const char *path_folder(struct arena *arena, const char *path);

#endif
