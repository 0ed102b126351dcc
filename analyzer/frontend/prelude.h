/* The prelude as libclang keeps it, with such of the common headers as a source includes (common_headers.h): to read these takes
 * longer than most sources.
 *
 * It is read once for all sources of the same common headers and the same flags, but for those that say where files are, and kept in
 * the folder `prelude` of the cache, some 2 to 4 MiB each. */
#ifndef GPULINT_FRONTEND_PRELUDE_H
#define GPULINT_FRONTEND_PRELUDE_H

#include <clang-c/Index.h>

#include "frontend/flags.h"

/* What has the kept prelude in place of its text, where it is kept or can be; else the flags themselves. headers: lines
 * that include the common ones. The built-in headers are
 * among the files. libclang yields no tree where it can make nothing of what was kept. */
struct flags prelude_kept(struct arena *arena, CXIndex index, const struct flags *flags, const char *headers,
                          const struct CXUnsavedFile *files, unsigned count);
/* Removes what was kept: nothing can be made of it. */
void prelude_drop(const struct flags *with_kept);

#endif
