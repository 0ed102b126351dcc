#define _GNU_SOURCE /* RTLD_NEXT, O_PATH, memfd_create */
#include "confinement.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "landlock.h"

enum { MOST_FOLDERS = 16 };

/* The `open` below has no further argument, so the state is static. Only a child sets it, once, before it compiles. */
static struct {
	bool is_set;
	const char *folders[MOST_FOLDERS]; /* resolved paths without links */
	size_t folder_count;
	const char *written; /* the one of them in which files may also be written; NULL: none */
} confinement;

/* ---- the folders ------------------------------------------------------------------------------------------------- */

static void
allow(const char *folder, struct arena *arena)
{
	char real[PATH_MAX];
	if (!realpath(folder, real) || confinement.folder_count == MOST_FOLDERS)
		return;
	for (size_t i = 0; i < confinement.folder_count; i++)
		if (strcmp(confinement.folders[i], real) == 0)
			return;
	confinement.folders[confinement.folder_count++] = arena_strdup(arena, real);
}

/* The toolkit's headers may be links into the folders of its packages. Allows the folder to which such a header
 * belongs. */
static void
allow_package(const char *toolkit, const char *header, struct arena *arena)
{
	char real[PATH_MAX];
	if (!realpath(arena_printf(arena, "%s/%s", toolkit, header), real))
		return;
	const size_t length = strlen(real), size = strlen(header);
	if (length > size + 1 && real[length - size - 1] == '/' && strcmp(real + length - size, header) == 0) {
		real[length - size - 1] = '\0';
		allow(real, arena);
	}
}

static void
allow_toolkit(const char *toolkit, struct arena *arena)
{
	static const char *const headers[] = {
		"cuda_fp16.h",
		"cuda_runtime.h",
		"curand_kernel.h",
		"cublas_v2.h",
		"cufft.h",
		"cusparse.h",
		"nvtx3/nvToolsExt.h",
		"crt/host_defines.h",
		"cccl/cub/version.cuh",
		"cccl/thrust/version.h",
		"cccl/cuda/version",
		"cub/version.cuh",
		"thrust/version.h",
		"cuda/version",
	};
	allow(toolkit, arena);
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		allow_package(toolkit, headers[i], arena);
}

/* ---- functions that open files ----------------------------------------------------------------------------------- */

static bool
is_below(const char *path, const char *folder)
{
	const size_t length = strlen(folder);
	return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Whether a new file may be created at this path. */
static bool
may_make(const char *path)
{
	char real[PATH_MAX], folder[PATH_MAX];
	const char *slash = strrchr(path, '/');
	if (!confinement.written || !slash ||
	    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path) >= (int)sizeof folder ||
	    !realpath(folder, real))
		return false;
	return strcmp(real, confinement.written) == 0;
}

/* False, with errno set: the file may not be opened. */
static bool
may_open(const char *path, bool for_writing)
{
	char real[PATH_MAX];
	if (!confinement.is_set || (for_writing && may_make(path)))
		return true;
	if (!realpath(path, real))
		return false;
	for (size_t i = 0; !for_writing && i < confinement.folder_count; i++)
		if (is_below(real, confinement.folders[i]))
			return true;
	errno = EACCES;
	return false;
}

/* The loader binds a library's calls to the first function of that name in the process, which is the executable's. */
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
	return may_open(path, (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT) ? openat(AT_FDCWD, path, flags, mode)
	                                                                          : -1;
}

/* NVRTC's own temporary files, which it unlinks as soon as they are open. */
static bool
is_temporary(const char *path)
{
	static const char beginning[] = "edg";
	const char *slash = strrchr(path, '/');
	return strncmp(slash ? slash + 1 : path, beginning, sizeof beginning - 1) == 0;
}

static FILE *
open_in_memory(const char *mode)
{
	const int file = memfd_create("temporary", MFD_CLOEXEC);
	return file < 0 ? NULL : fdopen(file, mode);
}

static FILE *
open_stream(const char *path, const char *mode)
{
	FILE *(*next)(const char *, const char *);
	void *address = dlsym(RTLD_NEXT, "fopen");
	/* ISO C has no conversion between object and function pointers; POSIX gives them one representation. */
	memcpy(&next, &address, sizeof next);
	if (confinement.is_set && *mode == 'w' && is_temporary(path))
		return open_in_memory(mode);
	return may_open(path, *mode != 'r' || strchr(mode, '+')) ? next(path, mode) : NULL;
}

FILE *
fopen(const char *path, const char *mode)
{
	return open_stream(path, mode);
}

FILE *fopen64(const char *path, const char *mode);

FILE *
fopen64(const char *path, const char *mode)
{
	return open_stream(path, mode);
}

void
confinement_allow_reading(const char *folder, struct arena *arena)
{
	allow(folder, arena);
}

void
confinement_allow_writing(const char *folder, struct arena *arena)
{
	char real[PATH_MAX];
	if (!realpath(folder, real))
		return;
	confinement.written = arena_strdup(arena, real);
	allow(folder, arena);
}

void
confinement_begin(const char *toolkit, struct arena *arena)
{
	if (toolkit)
		allow_toolkit(toolkit, arena);
	landlock_confine(confinement.folders, confinement.folder_count, confinement.written);
	confinement.is_set = true;
}
