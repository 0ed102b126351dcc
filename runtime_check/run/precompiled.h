/* The toolkit's C++ library (libcu++), which takes NVRTC a second to read, read once: NVRTC keeps what it has made of the headers
 * in a file, for the next source that is compiled with the same options.
 *
 * Such a file is an image of the compiler's memory, which has to come to lie where it was made. So it is only for the same NVRTC,
 * and where the address is taken the headers are read as ever. The files are the user's own; the oldest go when there are too
 * many. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_PRECOMPILED_H
#define GPULINT_RUNTIME_CHECK_RUN_PRECOMPILED_H

#include "repair.h"

struct child_limits;

/* In front of a source's first line, which stays the first, when it is compiled with such a file. */
#define PRECOMPILED_HEADER "gpulint-library.h"
extern const char precompiled_header_text[];

/* Whether the source includes the library, and all of what that depends on are the options. */
bool precompiled_is_wanted(const struct compilation *compilation);

/* The file for the options, which are those of the source's compilation without the file; if need be it is made, by a child of
 * this process. NULL: there is none. */
const char *precompiled_find(struct compilation *compilation, const char *const *options, size_t count,
                             const struct child_limits *limits);

#endif
