/* Files that a folder of the cache keeps from run to run, for whoever would make the same again.
 *
 * Several processes may use them at the same time: a file is there whole, or not at all. It is named by what it was made of and by
 * its size, so that one which lost its end, as when the machine did, is no longer that; and the user's own alone counts. What was
 * used longest ago goes when there is too much. */
#ifndef GPULINT_SUPPORT_KEPT_FILE_H
#define GPULINT_SUPPORT_KEPT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

/* What the path begins with of a file that is made of all that the text says, in the folder of the cache. NULL: there is no cache. */
const char *kept_file_stem(struct arena *arena, const char *folder, const char *made_of);
/* The stem's folder. */
const char *kept_file_folder(struct arena *arena, const char *stem);
/* Its path; NULL: it is not kept. It counts as used. */
const char *kept_file_find(const char *stem, struct arena *arena);

/* An empty file with a name of its own, to be written; NULL: it cannot be. */
const char *kept_file_begin(const char *stem, struct arena *arena);
/* Keeps what was written, and yields its new path, or removes it. NULL: it is not kept. Of its folder's files as many stay as take
 * so many bytes. */
const char *kept_file_end(const char *stem, const char *written, bool is_good, int64_t most_bytes, struct arena *arena);

/* Makes others wait who would make the same at the same time; a descriptor to unlock with, negative: nobody waits. It ends with the
 * process. Whoever has waited may find the file. */
int kept_file_lock(const char *stem, struct arena *arena);
void kept_file_unlock(const char *stem, int lock, struct arena *arena);

#endif
