#define _GNU_SOURCE /* dladdr */
#include "library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/executable.h"

/* *error becomes the loader's message for the first file that exists and cannot be loaded, for example because memory
 * ran out. */
static void *
open_in(const char *folder, const struct library_names *names, char **error)
{
	for (const char *const *name = names->file_names; *name; name++) {
		char path[PATH_MAX];
		if (snprintf(path, sizeof path, "%s/%s", folder, *name) >= (int)sizeof path || access(path, R_OK) != 0)
			continue;
		void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		if (library)
			return library;
		if (!*error)
			*error = strdup(dlerror());
	}
	return NULL;
}

static void *
open_below(const char *root, const struct library_names *names, char **error)
{
	static const char *const folders[] = {
		"lib64",
		"lib",
		"extras/CUPTI/lib64",
		"targets/x86_64-linux/lib",
		"cuda/nvidia/cu13/lib",
		"../cuda/nvidia/cu13/lib",
		"cuda/lib",
		"../cuda/lib",
	};
	for (size_t i = 0; root && i < sizeof folders / sizeof *folders; i++) {
		char folder[PATH_MAX];
		void *library;
		if (snprintf(folder, sizeof folder, "%s/%s", root, folders[i]) < (int)sizeof folder &&
		    (library = open_in(folder, names, error)))
			return library;
	}
	return NULL;
}

void *
library_open(const struct library_names *names, char **error)
{
	const char *override = names->override ? getenv(names->override) : NULL;
	void *library;
	*error = NULL;
	if (override && *override) {
		library = dlopen(override, RTLD_NOW | RTLD_LOCAL);
		if (!library)
			*error = strdup(dlerror());
		return library;
	}
	for (const char *const *name = names->file_names; *name; name++) {
		if ((library = dlopen(*name, RTLD_NOW | RTLD_LOCAL)))
			return library;
	}
	char beside[PATH_MAX];
	const char *const roots[] = {
		executable_folder(beside, sizeof beside) ? beside : NULL,
		getenv("CUDA_PATH"),
		getenv("CUDA_HOME"),
		"/usr/local/cuda",
		"/opt/cuda",
	};
	for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
		if (!(library = open_below(roots[i], names, error)))
			continue;
		free(*error);
		*error = NULL;
		return library;
	}
	if (*error)
		return NULL;
	const size_t size = strlen(names->file_names[0]) + 32;
	*error = malloc(size);
	if (*error)
		snprintf(*error, size, "%s was not found", names->file_names[0]);
	return NULL;
}

bool
library_find(void *library, const char *symbol, void *function)
{
	void *address = dlsym(library, symbol);
	/* ISO C has no conversion between object and function pointers; POSIX gives them one representation. */
	memcpy(function, &address, sizeof address);
	return address != NULL;
}

void
library_folder(const void *function, char *folder, size_t size)
{
	void *address;
	Dl_info info;
	memcpy(&address, function, sizeof address);
	folder[0] = '\0';
	if (!dladdr(address, &info) || !info.dli_fname || strlen(info.dli_fname) >= size)
		return;
	strcpy(folder, info.dli_fname);
	char *slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	else
		folder[0] = '\0';
}

/* Libraries that another library opens by name are found only if they are already loaded, or are on the loader's
 * path. */
static void
open_companion(const char *folder, const char *prefix)
{
	DIR *directory = opendir(folder);
	if (!directory)
		return;
	for (struct dirent *entry; (entry = readdir(directory));) {
		char path[PATH_MAX];
		if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0 && !strstr(entry->d_name, ".alt.") &&
		    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path &&
		    dlopen(path, RTLD_NOW | RTLD_GLOBAL))
			break;
	}
	closedir(directory);
}

void
library_open_companions(const void *function, const char *const *prefixes)
{
	char folder[PATH_MAX];
	library_folder(function, folder, sizeof folder);
	for (const char *const *prefix = prefixes; *folder && *prefix; prefix++)
		open_companion(folder, *prefix);
}
