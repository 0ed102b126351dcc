/* Built-in headers that many programs include and that libclang reads more slowly than most sources. This module finds
 * which of them a source includes, directly, through headers of its project or through other built-in headers.
 *
 * Conditional includes do not count: these headers are read before the source, which would change a source that does
 * not include them. */
#ifndef GPULINT_FRONTEND_COMMON_HEADERS_H
#define GPULINT_FRONTEND_COMMON_HEADERS_H

#include "frontend/flags.h"

/* Lines that include these headers, in a fixed order; "": the source includes none. The text is zero-terminated. */
const char *common_headers_of(struct arena *arena, const char *path, const char *text, const struct flags *flags);

#endif
