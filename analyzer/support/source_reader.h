/* The source of source files' text. */
#ifndef GPULINT_SUPPORT_SOURCE_READER_H
#define GPULINT_SUPPORT_SOURCE_READER_H

#include <stddef.h>
#include <stdint.h>

struct source_reader {
	/* The text from the given line (from 1) to the file's end, owned by the context; NULL if it is unavailable
	 * or has fewer lines. The function pointer may be NULL. It is called for every site, so it must be fast for
	 * files of any length. */
	const char *(*text)(void *context, const char *path, uint32_t line, size_t *length);
	void *context;
};

#endif
