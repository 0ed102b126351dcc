/* The built-in headers that many programs include and that take libclang longer to read than most sources: which of them a source
 * includes, itself or through headers of its project.
 *
 * Only what no condition decides counts: headers that are read before the source change it where it would not include them. */
#ifndef GPULINT_FRONTEND_COMMON_HEADERS_H
#define GPULINT_FRONTEND_COMMON_HEADERS_H

#include "frontend/flags.h"

/* Lines that include them, in an order of our own; "": it includes none. The text ends with a zero. */
const char *common_headers_of(struct arena *arena, const char *path, const char *text, const struct flags *flags);

#endif
