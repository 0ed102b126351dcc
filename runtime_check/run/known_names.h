/* Names that programs use without an #include of their own, since nvcc puts its headers, and with them those of the C and C++
 * libraries, in front of every source. NVRTC does not: what it misses is declared when it says so, and nothing else, so that no
 * declaration is in the way of the source's own. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_KNOWN_NAMES_H
#define GPULINT_RUNTIME_CHECK_RUN_KNOWN_NAMES_H

#include <stdbool.h>

/* The header of what is declared. */
#define KNOWN_NAMES_HEADER "gpulint-names.h"

/* Source text that declares the name, in namespace std or outside all; NULL: none is known. `has_cccl`: the toolkit's C++ library
 * is there to take it from. */
const char *known_name_text(const char *name, bool is_std, bool has_cccl);

#endif
