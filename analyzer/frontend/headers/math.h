/* The math functions of C, C++ and CUDA, for host and device. The precision is that of the plain function: only values
 * that decide addresses and trip counts matter here. */
#ifndef _MATH_H
#define _MATH_H
#pragma GCC system_header

#include <stdlib.h>
#include <gpulint/primitives.h>

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define HUGE HUGE_VALF
#define INFINITY __builtin_huge_valf()
#define NAN __builtin_nanf("")
#define MAXFLOAT 3.40282347e+38F
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling 3

#pragma clang force_cuda_host_device begin

typedef float float_t;
typedef double double_t;

/* double for types other than float and double: integers and long double. */
template <class T> using __gl_to_double = typename __gl_if<__is_integral(T) || __is_same(T, long double), double>::type;
template <class T, class U> using __gl_mixed = typename __gl_if<__is_arithmetic(T) && __is_arithmetic(U), double>::type;

/* The f form and the overloads for other types, by f(float) and f(double). */
#define __GL_UNARY_FORMS(name) \
	template <class T> inline __gl_to_double<T> name(T x) { return name((double)x); } \
	extern "C" inline float name##f(float x) { return name(x); }
#define __GL_UNARY(name) \
	extern "C" double name(double); \
	float name(float); \
	__GL_UNARY_FORMS(name)
/* Defined by an expression of x, computed in double. */
#define __GL_UNARY_AS(name, expression) \
	extern "C" inline double name(double x) { return expression; } \
	inline float name(float y) { double x = y; return (float)(expression); } \
	__GL_UNARY_FORMS(name)
#define __GL_BINARY(name) \
	extern "C" double name(double, double); \
	float name(float, float); \
	template <class T, class U> inline __gl_mixed<T, U> name(T x, U y) { return name((double)x, (double)y); } \
	extern "C" inline float name##f(float x, float y) { return name(x, y); }

__GL_UNARY(sqrt)
__GL_UNARY(rsqrt)
__GL_UNARY(cbrt)
__GL_UNARY(fabs)
__GL_UNARY(floor)
__GL_UNARY(ceil)
__GL_UNARY(round)
__GL_UNARY(rint)
__GL_UNARY(trunc)
__GL_UNARY(exp)
__GL_UNARY(exp2)
__GL_UNARY(exp10)
__GL_UNARY(expm1)
__GL_UNARY(log)
__GL_UNARY(log2)
__GL_UNARY(log10)
__GL_UNARY(log1p)
__GL_UNARY(sin)
__GL_UNARY(cos)
__GL_UNARY(tan)
__GL_UNARY(asin)
__GL_UNARY(acos)
__GL_UNARY(atan)
__GL_UNARY(sinh)
__GL_UNARY(cosh)
__GL_UNARY(tanh)
__GL_UNARY(erf)
__GL_UNARY(erfc)
__GL_UNARY(tgamma)
__GL_UNARY(lgamma)
__GL_UNARY_AS(nearbyint, rint(x))
__GL_UNARY_AS(asinh, log(x + sqrt(x * x + 1)))
__GL_UNARY_AS(acosh, log(x + sqrt(x * x - 1)))
__GL_UNARY_AS(atanh, 0.5 * log((1 + x) / (1 - x)))
__GL_UNARY_AS(logb, floor(log2(fabs(x))))
__GL_BINARY(pow)
__GL_BINARY(fmod)
__GL_BINARY(remainder)
__GL_BINARY(atan2)
__GL_BINARY(hypot)
__GL_BINARY(fmin)
__GL_BINARY(fmax)
__GL_BINARY(copysign)
#undef __GL_UNARY
#undef __GL_UNARY_FORMS
#undef __GL_UNARY_AS
#undef __GL_BINARY

extern "C" double fma(double, double, double);
float fma(float, float, float);
template <class T, class U, class V> inline typename __gl_if<__is_arithmetic(V), __gl_mixed<T, U>>::type
fma(T x, U y, V z) { return fma((double)x, (double)y, (double)z); }
extern "C" double ldexp(double, int);
float ldexp(float, int);
template <class T> inline __gl_to_double<T> ldexp(T x, int e) { return ldexp((double)x, e); }
extern "C" long lround(double);
long lround(float);
extern "C" long lrint(double);
long lrint(float);

extern "C" {
inline float fmaf(float x, float y, float z) { return fma(x, y, z); }
inline float ldexpf(float x, int e) { return ldexp(x, e); }
inline double scalbn(double x, int e) { return ldexp(x, e); }
inline float scalbnf(float x, int e) { return ldexp(x, e); }
inline double scalbln(double x, long e) { return ldexp(x, (int)e); }
inline float scalblnf(float x, long e) { return ldexp(x, (int)e); }
inline long lroundf(float x) { return lround(x); }
inline long long llround(double x) { return lround(x); }
inline long long llroundf(float x) { return lround(x); }
inline long lrintf(float x) { return lrint(x); }
inline long long llrint(double x) { return lrint(x); }
inline long long llrintf(float x) { return lrint(x); }
inline double fdim(double x, double y) { return x > y ? x - y : 0; }
inline float fdimf(float x, float y) { return x > y ? x - y : 0; }
inline int ilogb(double x) { return (int)logb(x); }
inline int ilogbf(float x) { return (int)logb(x); }
inline double modf(double x, double *whole) { *whole = trunc(x); return x - *whole; }
inline float modff(float x, float *whole) { *whole = trunc(x); return x - *whole; }
inline double frexp(double x, int *exponent)
{
	*exponent = x == 0 ? 0 : (int)floor(log2(fabs(x))) + 1;
	return x == 0 ? x : ldexp(x, -*exponent);
}
inline float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }
inline double remquo(double x, double y, int *quotient) { *quotient = (int)rint(x / y); return remainder(x, y); }
inline float remquof(float x, float y, int *quotient) { *quotient = (int)rint(x / y); return remainder(x, y); }
inline double nextafter(double, double) { return __gl_unknown<double>(); }
inline float nextafterf(float, float) { return __gl_unknown<float>(); }
inline double nan(const char *) { return __builtin_nan(""); }
inline float nanf(const char *) { return __builtin_nanf(""); }
inline void sincos(double x, double *s, double *c) { *s = __gl_sin(x); *c = __gl_cos(x); }
inline void sincosf(float x, float *s, float *c) { *s = sin(x); *c = (float)__gl_cos(x); }
inline double pow10(double x) { return exp10(x); }
inline double sinpi(double x) { return sin(x * M_PI); }
inline double cospi(double x) { return cos(x * M_PI); }
inline float sinpif(float x) { return (float)__gl_sin(x * M_PI); }
inline float cospif(float x) { return (float)__gl_cos(x * M_PI); }
inline void sincospi(double x, double *s, double *c) { sincos(x * M_PI, s, c); }
inline void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
inline double rcbrt(double x) { return 1 / cbrt(x); }
inline float rcbrtf(float x) { return 1 / cbrt(x); }
inline double rhypot(double x, double y) { return 1 / hypot(x, y); }
inline float rhypotf(float x, float y) { return 1 / hypot(x, y); }
inline double norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
inline float norm3df(float x, float y, float z) { return sqrt(x * x + y * y + z * z); }
inline double norm(int n, const double *x) { double sum = 0; for (int i = 0; i < n; i++) sum += x[i] * x[i]; return sqrt(sum); }
inline float normf(int n, const float *x) { float sum = 0; for (int i = 0; i < n; i++) sum += x[i] * x[i]; return sqrt(sum); }
inline double rnorm(int n, const double *x) { return 1 / norm(n, x); }
inline float rnormf(int n, const float *x) { return 1 / normf(n, x); }
inline double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
inline float rnorm3df(float x, float y, float z) { return 1 / norm3df(x, y, z); }
inline double norm4d(double x, double y, double z, double w) { return sqrt(x * x + y * y + z * z + w * w); }
inline float norm4df(float x, float y, float z, float w) { return sqrt(x * x + y * y + z * z + w * w); }
inline double rnorm4d(double x, double y, double z, double w) { return 1 / norm4d(x, y, z, w); }
inline float rnorm4df(float x, float y, float z, float w) { return 1 / norm4df(x, y, z, w); }
inline double normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
inline float normcdff(float x) { return 0.5f * erfc(-x * (float)M_SQRT1_2); }
inline double erfcx(double x) { return exp(x * x) * erfc(x); }
inline float erfcxf(float x) { return exp(x * x) * erfc(x); }
inline double erfinv(double) { return __gl_unknown<double>(); }
inline float erfinvf(float) { return __gl_unknown<float>(); }
inline double erfcinv(double) { return __gl_unknown<double>(); }
inline float erfcinvf(float) { return __gl_unknown<float>(); }
inline double normcdfinv(double) { return __gl_unknown<double>(); }
inline float normcdfinvf(float) { return __gl_unknown<float>(); }
inline double j0(double) { return __gl_unknown<double>(); }
inline double j1(double) { return __gl_unknown<double>(); }
inline float jnf(int, float) { return __gl_unknown<float>(); }
inline float ynf(int, float) { return __gl_unknown<float>(); }
inline double jn(int, double) { return __gl_unknown<double>(); }
inline double y0(double) { return __gl_unknown<double>(); }
inline double y1(double) { return __gl_unknown<double>(); }
inline double yn(int, double) { return __gl_unknown<double>(); }
inline float j0f(float) { return __gl_unknown<float>(); }
inline float j1f(float) { return __gl_unknown<float>(); }
inline float y0f(float) { return __gl_unknown<float>(); }
inline float y1f(float) { return __gl_unknown<float>(); }
inline double cyl_bessel_i0(double) { return __gl_unknown<double>(); }
inline double cyl_bessel_i1(double) { return __gl_unknown<double>(); }
inline float cyl_bessel_i0f(float) { return __gl_unknown<float>(); }
inline float cyl_bessel_i1f(float) { return __gl_unknown<float>(); }
}
inline long long llround(float x) { return lround(x); }
inline long long llrint(float x) { return lrint(x); }
inline float scalbn(float x, int e) { return ldexp(x, e); }
inline float fdim(float x, float y) { return x > y ? x - y : 0; }
inline int ilogb(float x) { return (int)logb(x); }
inline float modf(float x, float *whole) { *whole = trunc(x); return x - *whole; }
inline float frexp(float x, int *exponent) { return (float)frexp((double)x, exponent); }
inline float nextafter(float, float) { return __gl_unknown<float>(); }
inline void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
inline float sinpi(float x) { return sinpif(x); }
inline float cospi(float x) { return cospif(x); }
inline float rcbrt(float x) { return 1 / cbrt(x); }
inline float normcdf(float x) { return normcdff(x); }
inline float erfinv(float) { return __gl_unknown<float>(); }

float abs(float);
double abs(double);
inline long double abs(long double x) { return fabs((double)x); }

bool isnan(float);
bool isnan(double);
bool isinf(float);
bool isinf(double);
bool isfinite(float);
bool isfinite(double);
bool signbit(float);
bool signbit(double);
template <class T> inline bool isnan(T x, __gl_to_double<T> = 0) { return isnan((double)x); }
template <class T> inline bool isinf(T x, __gl_to_double<T> = 0) { return isinf((double)x); }
template <class T> inline bool isfinite(T x, __gl_to_double<T> = 0) { return isfinite((double)x); }
inline bool isnormal(double x) { return isfinite(x) && fabs(x) >= 2.2250738585072014e-308; }
inline bool isnormal(float x) { return isfinite(x) && fabs(x) >= 1.17549435e-38f; }
inline int fpclassify(double x) { return isnan(x) ? FP_NAN : isinf(x) ? FP_INFINITE : x == 0 ? FP_ZERO : isnormal(x) ? FP_NORMAL : FP_SUBNORMAL; }
inline int fpclassify(float x) { return isnan(x) ? FP_NAN : isinf(x) ? FP_INFINITE : x == 0 ? FP_ZERO : isnormal(x) ? FP_NORMAL : FP_SUBNORMAL; }
inline bool isunordered(double x, double y) { return isnan(x) || isnan(y); }
inline bool isgreater(double x, double y) { return x > y; }
inline bool isgreaterequal(double x, double y) { return x >= y; }
inline bool isless(double x, double y) { return x < y; }
inline bool islessequal(double x, double y) { return x <= y; }
inline bool islessgreater(double x, double y) { return x < y || x > y; }
extern "C" inline int finite(double x) { return isfinite(x); }
extern "C" inline int finitef(float x) { return isfinite(x); }
extern "C" inline int isnanf(float x) { return isnan(x); }
extern "C" inline int isinff(float x) { return isinf(x); }

/* CUDA's min and max: one pair per arithmetic type, and the mixed ones that C's conversions make unsigned. */
#define __GL_MIN_MAX(type) type min(type, type); type max(type, type);
#define __GL_MIN_MAX_MIXED(a, b, result) \
	inline result min(a x, b y) { return min((result)x, (result)y); } \
	inline result min(b x, a y) { return min((result)x, (result)y); } \
	inline result max(a x, b y) { return max((result)x, (result)y); } \
	inline result max(b x, a y) { return max((result)x, (result)y); }
__GL_MIN_MAX(int)
__GL_MIN_MAX(unsigned)
__GL_MIN_MAX(long)
__GL_MIN_MAX(unsigned long)
__GL_MIN_MAX(long long)
__GL_MIN_MAX(unsigned long long)
__GL_MIN_MAX(float)
__GL_MIN_MAX(double)
__GL_MIN_MAX_MIXED(int, unsigned, unsigned)
__GL_MIN_MAX_MIXED(long, unsigned long, unsigned long)
__GL_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
__GL_MIN_MAX_MIXED(float, double, double)
#undef __GL_MIN_MAX
#undef __GL_MIN_MAX_MIXED
extern "C" unsigned umin(unsigned, unsigned);
extern "C" unsigned umax(unsigned, unsigned);
inline long long llmin(long long x, long long y) { return min(x, y); }
inline long long llmax(long long x, long long y) { return max(x, y); }
inline unsigned long long ullmin(unsigned long long x, unsigned long long y) { return min(x, y); }
inline unsigned long long ullmax(unsigned long long x, unsigned long long y) { return max(x, y); }

#pragma clang force_cuda_host_device end
#else
/* Reached when the source itself includes this header, after the prelude. */
#include <gpulint/long_double_math.h>
#endif
