/* The parts of lines that have an access of their own, as far as tokens tell: what follows `[`, `->` or a `*` that is no product. */
#ifndef GPULINT_CODEGEN_SOURCE_APART_H
#define GPULINT_CODEGEN_SOURCE_APART_H

#include <stddef.h>

#include "codegen/source/strip.h"

/* In order, for the caller to free. What stands before the second access of a line is in none; where one ends and no other begins the next
 * line's first token is. Subscripts within subscripts are part of what they stand in, as compilers have it. */
struct range *apart_find(const char *text, size_t length, size_t *count);

#endif
