/* Where gpulint keeps what it can make again, by the XDG base directory specification. */
#ifndef GPULINT_SUPPORT_CACHE_FOLDER_H
#define GPULINT_SUPPORT_CACHE_FOLDER_H

#include "support/arena.h"

/* $XDG_CACHE_HOME/gpulint/NAME, or ~/.cache/gpulint/NAME, whether or not it is there; NULL: neither variable says where. */
const char *cache_folder(struct arena *arena, const char *name);
/* Makes the folders that the path of a file lies in. One that cannot be made shows when the file is opened. */
void folders_make_above(const char *path);

#endif
