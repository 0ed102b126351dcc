/* What parts words on a line. */
#ifndef GPULINT_FRONTEND_TEXT_BLANKS_H
#define GPULINT_FRONTEND_TEXT_BLANKS_H

#include <stddef.h>

/* The first place from there on that holds no blank and no tab; `length`: there is none. */
static inline size_t
skip_blanks(const char *text, size_t at, size_t length)
{
	while (at < length && (text[at] == ' ' || text[at] == '\t'))
		at++;
	return at;
}

/* The first place from there on, before `end`, that belongs to the code: that holds no blank, end of a line, comment or
 * directive of the preprocessor; `end`: there is none. Where `at` stands, no string has begun. */
size_t skip_to_code(const char *text, size_t at, size_t end);

#endif
