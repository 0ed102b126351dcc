/* The folder for data that gpulint can regenerate, by the XDG base directory specification. */
#ifndef GPULINT_SUPPORT_CACHE_FOLDER_H
#define GPULINT_SUPPORT_CACHE_FOLDER_H

#include <stdint.h>

#include "support/arena.h"

/* $XDG_CACHE_HOME/gpulint/NAME, or ~/.cache/gpulint/NAME, whether or not it exists; NULL: neither variable is set. */
const char *cache_folder(struct arena *arena, const char *name);
/* Creates the parent folders of a file. A failure shows when the file is opened. */
void folders_make_above(const char *path);

/* The path of the folder's file for a key text, which may be long. */
const char *cache_folder_entry(struct arena *arena, const char *folder, const char *text);
/* Marks a file of such a folder as used, and removes the least recently used ones while the folder exceeds
 * `most_bytes`. */
void cache_folder_touch(const char *path);
void cache_folder_make_room(const char *folder, int64_t most_bytes);

#endif
