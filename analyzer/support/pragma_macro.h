/* `#define UNROLL #pragma unroll`: the compiler takes `#pragma` from a macro for two tokens that mean nothing, while nvcc
 * writes out what its preprocessor yields and reads the line anew as a pragma. */
#ifndef GPULINT_SUPPORT_PRAGMA_MACRO_H
#define GPULINT_SUPPORT_PRAGMA_MACRO_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text defines such a macro. */
bool pragma_macro_in(const char *text, size_t length);
/* Has its macros say the same by way of __GLP, a macro of the built-in headers and of what NVRTC is given. No byte moves. */
void pragma_macro_join(char *text, size_t length);

#endif
