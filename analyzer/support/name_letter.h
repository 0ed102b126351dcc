/* Characters of C identifiers, in any locale. */
#ifndef GPULINT_SUPPORT_NAME_LETTER_H
#define GPULINT_SUPPORT_NAME_LETTER_H

#include <stdbool.h>

/* Includes digits, which do not begin a name. */
static inline bool
is_name_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

#endif
