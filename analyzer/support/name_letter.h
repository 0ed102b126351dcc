/* The letters of names in C and its kin, whatever the locale. */
#ifndef GPULINT_SUPPORT_NAME_LETTER_H
#define GPULINT_SUPPORT_NAME_LETTER_H

#include <stdbool.h>

/* Digits are some, though none that a name begins with. */
static inline bool
is_name_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

#endif
