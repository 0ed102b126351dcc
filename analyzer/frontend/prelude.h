/* The prelude as libclang keeps it: to read the headers of which it consists takes longer than most sources.
 *
 * It is read once for all sources of the same flags, but for those that say where files are, and kept in the folder `prelude` of the
 * cache, some 2 MiB each. */
#ifndef GPULINT_FRONTEND_PRELUDE_H
#define GPULINT_FRONTEND_PRELUDE_H

#include <clang-c/Index.h>

#include "frontend/flags.h"

/* What has the kept prelude in place of its text, where it is kept or can be; else the flags themselves. The built-in headers are
 * among the files. libclang yields no tree where it can make nothing of what was kept. */
struct flags prelude_kept(struct arena *arena, CXIndex index, const struct flags *flags, const struct CXUnsavedFile *files, unsigned count);
/* Removes what was kept: nothing can be made of it. */
void prelude_drop(const struct flags *with_kept);

#endif
