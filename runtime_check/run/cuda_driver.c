#include "cuda_driver.h"

#include <stdio.h>
#include <string.h>

#include "library.h"

#define SYMBOL_TEXT(name) #name
/* The second level expands cuda.h's renaming macros first. */
#define SYMBOL(name) SYMBOL_TEXT(name)

const char *
cuda_error_text(const struct cuda_driver *driver, CUresult result, char *text, size_t size)
{
	const char *name = NULL, *message = NULL;
	driver->cuGetErrorName(result, &name);
	driver->cuGetErrorString(result, &message);
	snprintf(text, size, "%s (%s)", message ? message : "unknown error", name ? name : "?");
	return text;
}

bool
cuda_driver_find(struct cuda_driver *driver, char **error)
{
	static const char *const file_names[] = {"libcuda.so.1", NULL};
	static const struct library_names names = {NULL, file_names};
	void *library = library_open(&names, error);
	if (!library)
		return false;
	bool complete = true;
#define CUDA_DRIVER_FIND(name) complete &= library_find(library, SYMBOL(name), &driver->name);
	CUDA_DRIVER_FUNCTIONS(CUDA_DRIVER_FIND)
#undef CUDA_DRIVER_FIND
	if (!complete)
		*error = strdup("the CUDA driver is too old: it lacks required functions");
	return complete;
}

bool
cuda_driver_open(struct cuda_driver *driver, int *count, char **error)
{
	if (!cuda_driver_find(driver, error))
		return false;
	const CUresult result = driver->cuInit(0);
	*count = 0;
	if (result == CUDA_SUCCESS && driver->cuDeviceGetCount(count) == CUDA_SUCCESS && *count > 0)
		return true;
	char text[256];
	*error = strdup(result == CUDA_SUCCESS ? "the CUDA driver sees no GPU"
	                                       : cuda_error_text(driver, result, text, sizeof text));
	return false;
}
