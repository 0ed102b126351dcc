/* `#define UNROLL #pragma unroll`: nvcc writes out what its preprocessor yields and reads the line anew as a pragma; NVRTC, which has
 * one pass, takes the `#` for an error. It gets `#define UNROLL _Pragma("unroll")`. */
#ifndef GPULINT_CODEGEN_SOURCE_PRAGMAS_H
#define GPULINT_CODEGEN_SOURCE_PRAGMAS_H

#include <stddef.h>

/* The text with that, for the caller to free, on as many lines; NULL: it has no such macro. */
char *pragmas_written_out(const char *text, size_t *length);

#endif
