/* The parts of source lines that have an access of their own, judged by tokens: text after `[`, `->`, or a `*` that
 * is not a product. */
#ifndef GPULINT_CODEGEN_SOURCE_APART_H
#define GPULINT_CODEGEN_SOURCE_APART_H

#include <stddef.h>

#include "codegen/source/strip.h"

/* The ranges in order, for the caller to free. Text before the second access of a line is in none. A range that no
 * other one follows ends at the next line's first token. A nested subscript belongs to the enclosing one, as
 * compilers have it. */
struct range *apart_find(const char *text, size_t length, size_t *count);

#endif
