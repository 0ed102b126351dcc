/* NVIDIA's shared libraries, opened at run time. So the worker starts on any machine, and reports what is missing. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LIBRARY_H
#define GPULINT_RUNTIME_CHECK_RUN_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct library_names {
	const char *override;          /* environment variable that names the file; may be NULL */
	const char *const *file_names; /* in order of preference, NULL-terminated */
};

/* Opens the first library found in this order: the override, the loader's own search (which begins with this
 * executable's run path), folders next to the executable, the toolkit. NULL: none; *error says so, and the caller frees
 * it. */
void *library_open(const struct library_names *names, char **error);

/* Stores the symbol's address in the function pointer at `function`. False: there is no such symbol. */
bool library_find(void *library, const char *symbol, void *function);

/* Opens libraries next to the one with the code at `function` (a pointer to a function pointer). Their names begin with
 * one of these NULL-terminated prefixes. That library opens them by name, and finds them if they are already loaded. */
void library_open_companions(const void *function, const char *const *prefixes);

/* The folder of the library with the code at `function` (a pointer to a function pointer); "": unknown. */
void library_folder(const void *function, char *folder, size_t size);

#endif
