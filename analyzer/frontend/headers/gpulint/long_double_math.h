/* The l forms of the math functions: long double is computed as double. */
#ifndef GPULINT_LONG_DOUBLE_MATH_H
#define GPULINT_LONG_DOUBLE_MATH_H
#pragma GCC system_header
#pragma clang force_cuda_host_device begin

#define __GL_LONG1(name) extern "C" inline long double name##l(long double x) { return name((double)x); }
#define __GL_LONG2(name) \
	extern "C" inline long double name##l(long double x, long double y) { return name((double)x, (double)y); }
__GL_LONG1(sqrt)
__GL_LONG1(cbrt)
__GL_LONG1(fabs)
__GL_LONG1(floor)
__GL_LONG1(ceil)
__GL_LONG1(round)
__GL_LONG1(rint)
__GL_LONG1(trunc)
__GL_LONG1(exp)
__GL_LONG1(exp2)
__GL_LONG1(expm1)
__GL_LONG1(log)
__GL_LONG1(log2)
__GL_LONG1(log10)
__GL_LONG1(log1p)
__GL_LONG1(sin)
__GL_LONG1(cos)
__GL_LONG1(tan)
__GL_LONG1(asin)
__GL_LONG1(acos)
__GL_LONG1(atan)
__GL_LONG1(sinh)
__GL_LONG1(cosh)
__GL_LONG1(tanh)
__GL_LONG1(erf)
__GL_LONG1(erfc)
__GL_LONG1(tgamma)
__GL_LONG1(lgamma)
__GL_LONG1(nearbyint)
__GL_LONG1(asinh)
__GL_LONG1(acosh)
__GL_LONG1(atanh)
__GL_LONG1(logb)
__GL_LONG2(pow)
__GL_LONG2(fmod)
__GL_LONG2(remainder)
__GL_LONG2(atan2)
__GL_LONG2(hypot)
__GL_LONG2(fmin)
__GL_LONG2(fmax)
__GL_LONG2(copysign)
__GL_LONG2(fdim)
#undef __GL_LONG1
#undef __GL_LONG2
extern "C" inline long double fmal(long double x, long double y, long double z) { return fma((double)x, (double)y, (double)z); }
extern "C" inline long double ldexpl(long double x, int e) { return ldexp((double)x, e); }
extern "C" inline long lroundl(long double x) { return lround((double)x); }
extern "C" inline long long llroundl(long double x) { return llround((double)x); }

#pragma clang force_cuda_host_device end
#endif
