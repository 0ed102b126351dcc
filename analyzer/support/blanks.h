/* Blanks between words of a line. */
#ifndef GPULINT_SUPPORT_BLANKS_H
#define GPULINT_SUPPORT_BLANKS_H

#include <stddef.h>

/* The first position from `at` on without a blank or tab; `length`: none. */
static inline size_t
skip_blanks(const char *text, size_t at, size_t length)
{
	while (at < length && (text[at] == ' ' || text[at] == '\t'))
		at++;
	return at;
}

#endif
