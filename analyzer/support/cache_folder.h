/* Where gpulint keeps what it can make again, by the XDG base directory specification. */
#ifndef GPULINT_SUPPORT_CACHE_FOLDER_H
#define GPULINT_SUPPORT_CACHE_FOLDER_H

#include <stdint.h>

#include "support/arena.h"

/* $XDG_CACHE_HOME/gpulint/NAME, or ~/.cache/gpulint/NAME, whether or not it is there; NULL: neither variable says where. */
const char *cache_folder(struct arena *arena, const char *name);
/* Makes the folders that the path of a file lies in. One that cannot be made shows when the file is opened. */
void folders_make_above(const char *path);

/* The path of the folder's file that is named by a text, which may be long. */
const char *cache_folder_entry(struct arena *arena, const char *folder, const char *text);
/* Marks a file of such a folder as used, and removes those that were used longest ago while there are more bytes. */
void cache_folder_touch(const char *path);
void cache_folder_make_room(const char *folder, int64_t most_bytes);

#endif
