/* UTF-8, which JSON and terminals take alone: sources and names of files may have any bytes. */
#ifndef GPULINT_SUPPORT_UTF8_H
#define GPULINT_SUPPORT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character that `text` begins with, of whose bytes `left` are there; 0: of none. A 0 is no character here. */
size_t utf8_length(const char *text, size_t left);

/* Whether the byte is none that a character begins with. */
static inline bool
utf8_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* A copy, closed by a 0, with `repair` in place of each byte that is of no character. For the caller to free. */
char *utf8_repaired(const char *text, size_t length, const char *repair);

/* So with "?": the copy is as long as the text. */
char *utf8_copy(const char *text, size_t length);

#endif
