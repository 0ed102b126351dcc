#ifndef _FENV_H
#define _FENV_H
#pragma GCC system_header
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
#define FE_ALL_EXCEPT 61
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
typedef struct { int state; } fenv_t;
typedef int fexcept_t;
extern "C" {
inline int fegetround() { return FE_TONEAREST; }
inline int fesetround(int) { return 0; }
inline int feclearexcept(int) { return 0; }
inline int fetestexcept(int) { return 0; }
inline int feenableexcept(int) { return 0; }
inline int fedisableexcept(int) { return 0; }
}
#endif
