/* RTLD_DEFAULT is not part of POSIX. */
#define _GNU_SOURCE
#include "support/demangle.h"

#include <dlfcn.h>
#include <stddef.h>

typedef char *demangler(const char *mangled, char *buffer, size_t *length, int *status);

char *
demangle(const char *mangled)
{
	int status;
	demangler *of_library;
	/* libclang loads the C++ library. */
	*(void **)&of_library = dlsym(RTLD_DEFAULT, "__cxa_demangle");
	return of_library ? of_library(mangled, NULL, NULL, &status) : NULL;
}
