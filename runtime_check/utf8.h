/* Text for JSON, which holds UTF-8 alone: sources and names of files may have any bytes. */
#ifndef GPULINT_RUNTIME_CHECK_UTF8_H
#define GPULINT_RUNTIME_CHECK_UTF8_H

#include <stddef.h>

/* A copy of the same length, and a closing 0, in which bytes that are of no character, and those that are 0, are '?'. For the
 * caller to free. */
char *utf8_copy(const char *text, size_t length);

#endif
