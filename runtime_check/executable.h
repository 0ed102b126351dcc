/* What is installed together with this executable. */
#ifndef GPULINT_RUNTIME_CHECK_EXECUTABLE_H
#define GPULINT_RUNTIME_CHECK_EXECUTABLE_H

#include <stdbool.h>
#include <stddef.h>

/* The path that is relative to the executable's folder. False: it is too long, or the folder is not known. */
bool path_from_executable(char *path, size_t size, const char *relative);

#endif
