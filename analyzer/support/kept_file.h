/* Files that a cache folder keeps between runs, to avoid recomputing their contents.
 *
 * Several processes may use them at the same time: a file is complete or absent. Its name contains a hash of its
 * inputs and its size, so a file that was truncated, for example by a crash of the machine, no longer matches. Only
 * the user's own files count. The least recently used files are removed if there are too many bytes. */
#ifndef GPULINT_SUPPORT_KEPT_FILE_H
#define GPULINT_SUPPORT_KEPT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"

/* The beginning of the path of a file in the cache folder; `made_of` names all its inputs. NULL: there is no cache. */
const char *kept_file_stem(struct arena *arena, const char *folder, const char *made_of);
/* The stem's folder. */
const char *kept_file_folder(struct arena *arena, const char *stem);
/* The file's path, which counts as used; NULL: not kept. */
const char *kept_file_find(const char *stem, struct arena *arena);

/* An empty, uniquely named file to write to; NULL: it cannot be created. */
const char *kept_file_begin(const char *stem, struct arena *arena);
/* Keeps the written file and returns its new path, or removes it. NULL: not kept. The folder is limited to
 * `most_bytes`. */
const char *kept_file_end(const char *stem, const char *written, bool is_good, int64_t most_bytes, struct arena *arena);

/* Makes other processes that would compute the same file wait. Returns a descriptor to unlock with; negative: no
 * lock. The lock ends with the process. A process that has waited may find the file. */
int kept_file_lock(const char *stem, struct arena *arena);
void kept_file_unlock(const char *stem, int lock, struct arena *arena);

#endif
