/* UTF-8, which JSON and terminals require; sources and file names may contain any bytes. */
#ifndef GPULINT_SUPPORT_UTF8_H
#define GPULINT_SUPPORT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the first character of `text`, of which `left` bytes are available; 0: invalid. A 0 byte is not a
 * character here. */
size_t utf8_length(const char *text, size_t left);

/* Whether the byte cannot begin a character. */
static inline bool
utf8_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* A NUL-terminated copy with `repair` in place of each invalid byte. The caller frees it. */
char *utf8_repaired(const char *text, size_t length, const char *repair);

/* The same with "?", so the copy has the length of the text. */
char *utf8_copy(const char *text, size_t length);

#endif
