/* Precompiles the toolkit's C++ library (libcu++), which NVRTC takes a second to read. NVRTC writes the parsed
 * headers to a file, for the next source with the same options.
 *
 * Such a file is an image of the compiler's memory and must be mapped at its original address. So it is valid only
 * for the same NVRTC; if the address is occupied, the headers are parsed as usual. The files belong to the user; the
 * oldest are removed when there are too many. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PRECOMPILED_H
#define GPULINT_RUNTIME_CHECK_RUN_PRECOMPILED_H

#include "repair.h"

struct child_limits;

/* Included before a source's first line when a precompiled file is used. Line numbers of the source stay. */
#define PRECOMPILED_HEADER "gpulint-library.h"
extern const char precompiled_header_text[];

/* Whether the source includes the library, and only options affect how the library is parsed. */
bool precompiled_is_wanted(const struct compilation *compilation);

/* The file for these options, which are the source's options without the file. If it is missing, a child process
 * creates it. NULL: there is none. */
const char *precompiled_find(struct compilation *compilation, const char *const *options, size_t count,
                             const struct child_limits *limits);

#endif
