#ifndef _UCHAR_H
#define _UCHAR_H
#pragma GCC system_header
#include <wchar.h>
/* *result, and what follows it, becomes unknown. */
extern "C" {
inline size_t mbrtoc16(char16_t *__result, const char *, size_t, mbstate_t *) { __gl_forget(__result, sizeof *__result); return __gl_unknown<size_t>(); }
inline size_t mbrtoc32(char32_t *__result, const char *, size_t, mbstate_t *) { __gl_forget(__result, sizeof *__result); return __gl_unknown<size_t>(); }
inline size_t c16rtomb(char *__result, char16_t, mbstate_t *) { __gl_forget(__result, ~(size_t)0); return __gl_unknown<size_t>(); }
inline size_t c32rtomb(char *__result, char32_t, mbstate_t *) { __gl_forget(__result, ~(size_t)0); return __gl_unknown<size_t>(); }
}
#endif
