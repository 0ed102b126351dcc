/* `#define UNROLL #pragma unroll`: to a compiler, `#pragma` from a macro is two meaningless tokens. nvcc, however,
 * writes out its preprocessed text and parses it again, so the line becomes a pragma. */
#ifndef GPULINT_SUPPORT_PRAGMA_MACRO_H
#define GPULINT_SUPPORT_PRAGMA_MACRO_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text defines such a macro. */
bool pragma_macro_in(const char *text, size_t length);
/* Rewrites such macros to use __GLP, a macro of the built-in headers and of NVRTC's options. The text's length and
 * lines do not change. */
void pragma_macro_join(char *text, size_t length);

#endif
