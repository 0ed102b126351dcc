#ifndef _LOCALE_H
#define _LOCALE_H
#pragma GCC system_header
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_ALL 6
extern "C" inline char *setlocale(int, const char *) { return (char *)"C"; }
#endif
