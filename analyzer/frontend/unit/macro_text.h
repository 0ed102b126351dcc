/* The text of an expression of which a part comes out of a macro: the compiler knows its first and its last word's places, which
 * may lie in two arguments of the macro, or one in an argument and the other behind the macro's end. */
#ifndef GPULINT_FRONTEND_UNIT_MACRO_TEXT_H
#define GPULINT_FRONTEND_UNIT_MACRO_TEXT_H

#include <stddef.h>

/* Bytes of a file's text: an expression [begin, end), within the macro that begins at `macro`. */
struct macro_range {
	size_t macro, begin, end;
};

/* Behind the macro's arguments, or its name. */
size_t macro_text_end(const char *chars, size_t length, size_t macro);

/* The range made whole: with all of each macro of which it has a part. One that lies in a single argument stays as it is. */
struct macro_range macro_text_whole(const char *chars, size_t length, struct macro_range range);

#endif
