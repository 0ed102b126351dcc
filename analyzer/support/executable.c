#include "support/executable.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool
executable_folder(char *folder, size_t size)
{
	const ssize_t length = readlink("/proc/self/exe", folder, size);
	if (length <= 0 || (size_t)length == size)
		return false;
	folder[length] = '\0';
	char *slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	return slash;
}

bool
path_from_executable(char *path, size_t size, const char *relative)
{
	char folder[PATH_MAX];
	return executable_folder(folder, sizeof folder) && snprintf(path, size, "%s/%s", folder, relative) < (int)size;
}
