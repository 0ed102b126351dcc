#include "runtime_check/executable.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool
path_from_executable(char *path, size_t size, const char *relative)
{
	char executable[PATH_MAX];
	const ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
	executable[length > 0 ? length : 0] = '\0';
	char *slash = strrchr(executable, '/');
	return slash && snprintf(path, size, "%.*s/%s", (int)(slash - executable), executable, relative) < (int)size;
}
