/* In C++ the functions of <cmath> and <complex> already accept all types. */
#ifndef _TGMATH_H
#define _TGMATH_H
#pragma GCC system_header
#include <math.h>
#include <complex>
#endif
