/* Landlock: the Linux kernel's interface with which a process irrevocably restricts its file accesses and those of its
 * children. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LANDLOCK_H
#define GPULINT_RUNTIME_CHECK_RUN_LANDLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the calling thread, and threads that it starts, can read only files below the folders. They can write,
 * create and remove files only in the folder `written` (NULL: none). They cannot execute programs or connect. Open
 * files stay open. False: the kernel has no Landlock, and nothing has changed. */
bool landlock_confine(const char *const *folders, size_t count, const char *written);

#endif
