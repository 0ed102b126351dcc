/* A source and the headers that it needs wherever it is compiled: those of the project, found in the source's folder
 * or in its include folders. The compiling machine supplies headers of the toolkit and the C++ library. */
#ifndef GPULINT_CODEGEN_SOURCE_INCLUDES_H
#define GPULINT_CODEGEN_SOURCE_INCLUDES_H

#include <stddef.h>

#include "codegen/source/nvrtc_flags.h"

struct bundle_file {
	/* its name in #include; for the source its path, readable by the assembler; in UTF-8 (support/utf8.h) */
	char *name;
	char *path;      /* where it was found */
	char *real_path; /* path without links and dots; NULL: unknown */
	/* the file's text, with a byte order mark blanked, and headers renamed that have another name in the bundle */
	char *text;
	size_t length;
};

struct bundle {
	struct bundle_file *files; /* the source first */
	size_t count, capacity;
};

/* Follows the #include lines of the text and of the included files. */
void bundle_collect(struct bundle *bundle, const char *path, const char *text, size_t length,
                    const struct nvrtc_flags *flags);
/* The file with this path; NULL: it is not in the bundle. */
const struct bundle_file *bundle_find(const struct bundle *bundle, const char *path);
void bundle_free(struct bundle *bundle);

#endif
