/* Where the text of source files comes from. */
#ifndef GPULINT_SUPPORT_SOURCE_READER_H
#define GPULINT_SUPPORT_SOURCE_READER_H

#include <stddef.h>
#include <stdint.h>

struct source_reader {
	/* The text from that line on (they count from 1) up to the file's end, which stays the context's; NULL when it cannot be had,
	 * or has fewer lines. May be NULL itself. Called for every site: however long the file is, it takes no time. */
	const char *(*text)(void *context, const char *path, uint32_t line, size_t *length);
	void *context;
};

#endif
