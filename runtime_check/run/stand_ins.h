/* Headers of the C and C++ libraries for NVRTC, which has none. Most are empty, since only host code needs what they
 * declare; the others give device code its integer types, limits and mathematical functions. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_STAND_INS_H
#define GPULINT_RUNTIME_CHECK_RUN_STAND_INS_H

#include <stdbool.h>

struct stand_in {
	const char *name;
	const char *text;      /* NULL: there is none */
	const char *cccl_text; /* instead of `text` where the toolkit's C++ library is there; may be NULL */
};

/* Ends with a NULL name. */
extern const struct stand_in stand_ins[];

/* NULL: the header is not stood in for. */
const char *stand_in_text(const struct stand_in *stand_in, bool has_cccl);

/* Whether the header of the toolkit's libraries has device code alone, in all likelihood. */
bool is_device_header(const char *name);

#endif
