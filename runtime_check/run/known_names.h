/* Names that programs use without an #include: nvcc includes its own headers, and with them those of the C and C++
 * libraries, before every source. NVRTC does not. Only names that NVRTC reports as missing are declared, so that no
 * declaration conflicts with the source's own. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_KNOWN_NAMES_H
#define GPULINT_RUNTIME_CHECK_RUN_KNOWN_NAMES_H

#include <stdbool.h>

/* The header that contains these declarations. */
#define KNOWN_NAMES_HEADER "gpulint-names.h"

/* The libraries that a source can use. */
struct known_libraries {
	bool has_cccl;    /* the toolkit's C++ library exists */
	bool has_headers; /* the source includes headers that nvcc does not, which may declare further names */
};

/* Source text that declares the name in namespace std, or in the global namespace; NULL: the name is unknown. Without
 * further headers, the global names are exactly those usable in device code that nvcc 13.0 with g++ 12 on Linux
 * provides. */
const char *known_name_text(const char *name, bool is_std, const struct known_libraries *libraries);

/* Whether nvcc always includes the header, or the header declares no further names. */
bool known_names_include(const char *header);

#endif
