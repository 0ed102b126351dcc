/* The location of this executable and of files installed with it. */
#ifndef GPULINT_SUPPORT_EXECUTABLE_H
#define GPULINT_SUPPORT_EXECUTABLE_H

#include <stdbool.h>
#include <stddef.h>

/* The executable's folder. False: it is too long, or unknown. */
bool executable_folder(char *folder, size_t size);
/* The path relative to that folder; false as above. */
bool path_from_executable(char *path, size_t size, const char *relative);

#endif
