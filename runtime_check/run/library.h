/* NVIDIA's shared libraries, opened at run time: the worker starts, and says what is missing, on any machine. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LIBRARY_H
#define GPULINT_RUNTIME_CHECK_RUN_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct library_names {
	const char *override;          /* environment variable that names the file; may be NULL */
	const char *const *file_names; /* in order of preference, up to a NULL */
};

/* Opens the first that there is: the override, the loader's own search (which begins with this executable's run path),
 * folders beside the executable, the toolkit. NULL: none, and *error says so; it is for the caller to free. */
void *library_open(const struct library_names *names, char **error);

/* Stores the address of the symbol in the function pointer at `function`; false when there is none. */
bool library_find(void *library, const char *symbol, void *function);

/* Opens those libraries that lie beside the one with the code at `function` (a pointer to a function pointer) and begin with
 * these prefixes, up to a NULL. It opens them by name itself, and then finds them wherever they lie. */
void library_open_companions(const void *function, const char *const *prefixes);

/* The folder that holds the code at `function` (a pointer to a function pointer); "" when not known. */
void library_folder(const void *function, char *folder, size_t size);

#endif
