/* The text of an expression that comes partly from a macro. The compiler knows the places of its first and last word.
 * These may lie in two arguments of the macro, or one in an argument and the other after the macro's end. */
#ifndef GPULINT_FRONTEND_UNIT_MACRO_TEXT_H
#define GPULINT_FRONTEND_UNIT_MACRO_TEXT_H

#include <stddef.h>

/* Bytes of a file's text: an expression [begin, end), within the macro that begins at `macro`. */
struct macro_range {
	size_t macro, begin, end;
};

/* The end of the macro's argument list, or of its name if it has no arguments. */
size_t macro_text_end(const char *chars, size_t length, size_t macro);

/* The range, extended to all of each macro that it overlaps in part. A range within a single argument stays
 * unchanged. */
struct macro_range macro_text_whole(const char *chars, size_t length, struct macro_range range);

#endif
