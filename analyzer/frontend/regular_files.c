#include "frontend/regular_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "frontend/text/header_copies.h"

/* Per thread, because libclang passes no context to the `open` below. */
static _Thread_local bool is_only_regular;

void
regular_files_begin(void)
{
	is_only_regular = true;
}

void
regular_files_end(void)
{
	is_only_regular = false;
	header_copies_close();
}

static bool
is_regular(const char *path)
{
	struct stat status;
	return stat(path, &status) || S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

/* libclang opens whatever an #include, an #embed or a __has_include names, even a name that macros build, without a
 * callback. The loader binds its calls to the first `open` of the process, which is this one. All other calls pass
 * through. */
int
open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	if (flags & O_CREAT) {
		va_list rest;
		va_start(rest, flags);
		mode = va_arg(rest, mode_t);
		va_end(rest);
	}
	if (is_only_regular && !is_regular(path)) {
		errno = EPERM;
		return -1;
	}
	const int file = openat(AT_FDCWD, path, flags, mode);
	return is_only_regular && file >= 0 && (flags & O_ACCMODE) == O_RDONLY ? header_copies_open(file) : file;
}
