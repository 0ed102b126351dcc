#ifndef _WCHAR_H
#define _WCHAR_H
#pragma GCC system_header
#include <stddef.h>
#include <stdio.h>
typedef int wint_t;
typedef struct { int state; } mbstate_t;
#define WEOF (-1)
extern "C" {
inline size_t wcslen(const wchar_t *s) { size_t n = 0; while (s[n] != 0) n++; return n; }
inline int wprintf(const wchar_t *, ...) { return 0; }
inline int fwprintf(FILE *, const wchar_t *, ...) { return 0; }
inline size_t mbstowcs(wchar_t *, const char *, size_t n) { return n; }
inline size_t wcstombs(char *, const wchar_t *, size_t n) { return n; }
}
#endif
