/* The prelude in libclang's precompiled form, with the common headers that a source includes (common_headers.h). To
 * read these takes longer than to read most sources.
 *
 * It is read once for all sources with the same common headers and the same flags, except flags that name paths. The
 * precompiled form is kept in the cache's folder `prelude`, some 2 to 6 MiB each. */
#ifndef GPULINT_FRONTEND_PRELUDE_H
#define GPULINT_FRONTEND_PRELUDE_H

#include <clang-c/Index.h>

#include "frontend/flags.h"

/* The flags with the kept prelude in place of its text, if it is kept or can be made; otherwise the flags themselves.
 * headers: lines that include the common headers. The built-in headers are among the files. libclang yields no tree if
 * it cannot read the kept prelude. */
struct flags prelude_kept(struct arena *arena, CXIndex index, const struct flags *flags, const char *headers,
                          const struct CXUnsavedFile *files, unsigned count);
/* Removes a kept prelude that libclang cannot read. */
void prelude_drop(const struct flags *with_kept);

#endif
