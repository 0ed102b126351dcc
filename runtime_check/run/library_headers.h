/* Headers of the C and C++ libraries for NVRTC, which has none. Most are empty because only host code needs their
 * declarations. The others give device code its integer types, limits and mathematical functions. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LIBRARY_HEADERS_H
#define GPULINT_RUNTIME_CHECK_RUN_LIBRARY_HEADERS_H

#include <stdbool.h>

struct library_header {
	const char *name;
	const char *text;      /* NULL: there is none */
	const char *cccl_text; /* used instead of `text` if the toolkit's C++ library exists; may be NULL */
};

/* Terminated by a NULL name. */
extern const struct library_header library_headers[];

/* NULL: the header is not replaced. */
const char *library_header_text(const struct library_header *library_header, bool has_cccl);

/* Whether the library header of the toolkit most likely contains only device code. */
bool is_device_header(const char *name);

#endif
