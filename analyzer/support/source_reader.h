/* Where the text of source files comes from. */
#ifndef GPULINT_SUPPORT_SOURCE_READER_H
#define GPULINT_SUPPORT_SOURCE_READER_H

#include <stddef.h>

struct source_reader {
	/* The text, which stays the context's; NULL when it cannot be had. May be NULL itself. */
	const char *(*text)(void *context, const char *path, size_t *length);
	void *context;
};

#endif
