/* A source with the headers that travel with it to wherever it is compiled: those of the project, found beside it or in
 * its include folders. Those of the toolkit and of the C++ library are the other side's business. */
#ifndef GPULINT_CODEGEN_SOURCE_INCLUDES_H
#define GPULINT_CODEGEN_SOURCE_INCLUDES_H

#include <stddef.h>

#include "codegen/source/nvrtc_flags.h"

struct bundle_file {
	char *name;              /* as it is included; for the source its path, as the assembler can read it; in UTF-8 (support/utf8.h) */
	char *path;              /* where it was found */
	char *real_path;         /* the same without links and dots; NULL: not known */
	char *text;              /* its own, but for a byte order mark, which is blanked, and the names of headers that the bundle has
	                            under another one */
	size_t length;
};

struct bundle {
	struct bundle_file *files;   /* the source first */
	size_t count, capacity;
};

/* Follows the #include lines of the text, and of what they include. */
void bundle_collect(struct bundle *bundle, const char *path, const char *text, size_t length,
                    const struct nvrtc_flags *flags);
/* The file of that path; NULL: it is not in the bundle. */
const struct bundle_file *bundle_find(const struct bundle *bundle, const char *path);
void bundle_free(struct bundle *bundle);

#endif
