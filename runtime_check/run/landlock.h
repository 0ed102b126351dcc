/* Landlock: the kernel's own way of having a process give up what it may do to files, for good and with all that it starts. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LANDLOCK_H
#define GPULINT_RUNTIME_CHECK_RUN_LANDLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the calling thread and the threads it starts read what lies below the folders, write nothing but files of the one
 * folder that is `written` (NULL: none), which they may make and remove, and start and connect to nothing. Open files stay open.
 * False: the kernel has no Landlock, and nothing has changed. */
bool landlock_confine(const char *const *folders, size_t count, const char *written);

#endif
