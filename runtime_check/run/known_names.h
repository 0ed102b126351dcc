/* Names that programs use without an #include of their own, since nvcc puts its headers, and with them those of the C and C++
 * libraries, in front of every source. NVRTC does not: what it misses is declared when it says so, and nothing else, so that no
 * declaration is in the way of the source's own. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_KNOWN_NAMES_H
#define GPULINT_RUNTIME_CHECK_RUN_KNOWN_NAMES_H

#include <stdbool.h>

/* The header of what is declared. */
#define KNOWN_NAMES_HEADER "gpulint-names.h"

/* What else a source has of the libraries. */
struct known_libraries {
	bool has_cccl;    /* the toolkit's C++ library is there to take names from */
	bool has_headers; /* it includes headers that nvcc does not, which may bring names with them */
};

/* Source text that declares the name, in namespace std or outside all; NULL: none is known. Outside it is, without other headers,
 * of those that device code may use exactly what nvcc 13.0 takes with g++ 12 on Linux. */
const char *known_name_text(const char *name, bool is_std, const struct known_libraries *libraries);

/* Whether nvcc includes the header anyway, or it brings no names but those. */
bool known_names_include(const char *header);

#endif
