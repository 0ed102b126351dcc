/* Headers of the C and C++ libraries for NVRTC, which has none. Most are empty, since only host code needs what they
 * declare; the others give device code its integer types, limits and mathematical functions. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_STAND_INS_H
#define GPULINT_RUNTIME_CHECK_RUN_STAND_INS_H

struct stand_in {
	const char *name;
	const char *text;
	const char *cccl_text;   /* instead of `text` where the toolkit's C++ library is there; may be NULL */
};

/* Ends with a NULL name. */
extern const struct stand_in stand_ins[];

#endif
