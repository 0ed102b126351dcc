/* Intrinsics on floats: arithmetic with a rounding mode, fast approximations, and conversions. The rounding of the
 * last bit is not modelled, except in a conversion to an integer. */
#ifndef GPULINT_FLOAT_FUNCTIONS_H
#define GPULINT_FLOAT_FUNCTIONS_H
#pragma GCC system_header

inline __device__ float __fadd_rn(float a, float b) { return a + b; }
inline __device__ float __fsub_rn(float a, float b) { return a - b; }
inline __device__ float __fmul_rn(float a, float b) { return a * b; }
inline __device__ float __fdiv_rn(float a, float b) { return a / b; }
inline __device__ float __frcp_rn(float a) { return 1 / a; }
inline __device__ float __fsqrt_rn(float a) { return sqrt(a); }
inline __device__ float __fmaf_rn(float a, float b, float c) { return fma(a, b, c); }
inline __device__ float __fmaf_ieee_rn(float a, float b, float c) { return fma(a, b, c); }
inline __device__ double __dadd_rn(double a, double b) { return a + b; }
inline __device__ double __dsub_rn(double a, double b) { return a - b; }
inline __device__ double __dmul_rn(double a, double b) { return a * b; }
inline __device__ double __ddiv_rn(double a, double b) { return a / b; }
inline __device__ double __drcp_rn(double a) { return 1 / a; }
inline __device__ double __dsqrt_rn(double a) { return sqrt(a); }
inline __device__ double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline __device__ float __double2float_rn(double x) { return (float)x; }
inline __device__ float __int2float_rn(int x) { return (float)x; }
inline __device__ float __uint2float_rn(unsigned x) { return (float)x; }
inline __device__ float __ll2float_rn(long long x) { return (float)x; }
inline __device__ float __ull2float_rn(unsigned long long x) { return (float)x; }
inline __device__ double __ll2double_rn(long long x) { return (double)x; }
inline __device__ double __ull2double_rn(unsigned long long x) { return (double)x; }
inline __device__ float2 __fadd2_rn(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __device__ float2 __fmul2_rn(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
inline __device__ float2 __ffma2_rn(float2 a, float2 b, float2 c) { return make_float2(fma(a.x, b.x, c.x), fma(a.y, b.y, c.y)); }
/* The other rounding modes differ in the last bit at most. */
#define __fadd2_rz __fadd2_rn
#define __fadd2_ru __fadd2_rn
#define __fadd2_rd __fadd2_rn
#define __fmul2_rz __fmul2_rn
#define __fmul2_ru __fmul2_rn
#define __fmul2_rd __fmul2_rn
#define __ffma2_rz __ffma2_rn
#define __ffma2_ru __ffma2_rn
#define __ffma2_rd __ffma2_rn
#define __fadd_rz __fadd_rn
#define __fadd_ru __fadd_rn
#define __fadd_rd __fadd_rn
#define __fsub_rz __fsub_rn
#define __fsub_ru __fsub_rn
#define __fsub_rd __fsub_rn
#define __fmul_rz __fmul_rn
#define __fmul_ru __fmul_rn
#define __fmul_rd __fmul_rn
#define __fdiv_rz __fdiv_rn
#define __fdiv_ru __fdiv_rn
#define __fdiv_rd __fdiv_rn
#define __frcp_rz __frcp_rn
#define __frcp_ru __frcp_rn
#define __frcp_rd __frcp_rn
#define __fsqrt_rz __fsqrt_rn
#define __fsqrt_ru __fsqrt_rn
#define __fsqrt_rd __fsqrt_rn
#define __fmaf_rz __fmaf_rn
#define __fmaf_ru __fmaf_rn
#define __fmaf_rd __fmaf_rn
#define __fmaf_ieee_rz __fmaf_ieee_rn
#define __fmaf_ieee_ru __fmaf_ieee_rn
#define __fmaf_ieee_rd __fmaf_ieee_rn
#define __dadd_rz __dadd_rn
#define __dadd_ru __dadd_rn
#define __dadd_rd __dadd_rn
#define __dsub_rz __dsub_rn
#define __dsub_ru __dsub_rn
#define __dsub_rd __dsub_rn
#define __dmul_rz __dmul_rn
#define __dmul_ru __dmul_rn
#define __dmul_rd __dmul_rn
#define __ddiv_rz __ddiv_rn
#define __ddiv_ru __ddiv_rn
#define __ddiv_rd __ddiv_rn
#define __drcp_rz __drcp_rn
#define __drcp_ru __drcp_rn
#define __drcp_rd __drcp_rn
#define __dsqrt_rz __dsqrt_rn
#define __dsqrt_ru __dsqrt_rn
#define __dsqrt_rd __dsqrt_rn
#define __fma_rz __fma_rn
#define __fma_ru __fma_rn
#define __fma_rd __fma_rn
#define __double2float_rz __double2float_rn
#define __double2float_ru __double2float_rn
#define __double2float_rd __double2float_rn
#define __int2float_rz __int2float_rn
#define __int2float_ru __int2float_rn
#define __int2float_rd __int2float_rn
#define __uint2float_rz __uint2float_rn
#define __uint2float_ru __uint2float_rn
#define __uint2float_rd __uint2float_rn
#define __ll2float_rz __ll2float_rn
#define __ll2float_ru __ll2float_rn
#define __ll2float_rd __ll2float_rn
#define __ull2float_rz __ull2float_rn
#define __ull2float_ru __ull2float_rn
#define __ull2float_rd __ull2float_rn
#define __ll2double_rz __ll2double_rn
#define __ll2double_ru __ll2double_rn
#define __ll2double_rd __ll2double_rn
#define __ull2double_rz __ull2double_rn
#define __ull2double_ru __ull2double_rn
#define __ull2double_rd __ull2double_rn

#define __GL_TO_INTEGER(name, from, to) \
	inline __device__ to name##_rn(from x) { return __gl_round_to_int<to>(x); } \
	inline __device__ to name##_rz(from x) { return (to)x; } \
	inline __device__ to name##_ru(from x) { return (to)ceil(x); } \
	inline __device__ to name##_rd(from x) { return (to)floor(x); }
__GL_TO_INTEGER(__float2int, float, int)
__GL_TO_INTEGER(__float2uint, float, unsigned)
__GL_TO_INTEGER(__float2ll, float, long long)
__GL_TO_INTEGER(__float2ull, float, unsigned long long)
__GL_TO_INTEGER(__double2int, double, int)
__GL_TO_INTEGER(__double2uint, double, unsigned)
__GL_TO_INTEGER(__double2ll, double, long long)
__GL_TO_INTEGER(__double2ull, double, unsigned long long)
#undef __GL_TO_INTEGER
inline __device__ double __int2double_rn(int x) { return x; }
inline __device__ double __uint2double_rn(unsigned x) { return x; }
inline __device__ int float2int(float x, int = 0) { return (int)x; }
inline __device__ float int2float(int x, int = 0) { return (float)x; }
inline __device__ float uint2float(unsigned x, int = 0) { return (float)x; }

inline __device__ float __saturatef(float x) { return __gl_saturate(x); }
inline __device__ float saturate(float x) { return __gl_saturate(x); }
inline __device__ float __fdividef(float a, float b) { return __gl_approximate(a / b); }
inline __device__ float fdividef(float a, float b) { return __gl_approximate(a / b); }
inline __device__ double fdivide(double a, double b) { return a / b; }
inline __device__ float __frsqrt_rn(float x) { return __gl_approximate(rsqrt(x)); }
inline __device__ float __sinf(float x) { return __gl_approximate(sin(x)); }
inline __device__ float __cosf(float x) { return __gl_approximate(cos(x)); }
inline __device__ float __tanf(float x) { return __gl_approximate(tan(x)); }
inline __device__ float __tanhf(float x) { return __gl_approximate(tanh(x)); }
inline __device__ void __sincosf(float x, float *s, float *c) { *s = __gl_approximate(sin(x)); *c = __gl_approximate(cos(x)); }
inline __device__ float __expf(float x) { return __gl_approximate(exp(x)); }
inline __device__ float __exp10f(float x) { return __gl_approximate(exp10(x)); }
inline __device__ float __logf(float x) { return __gl_approximate(log(x)); }
inline __device__ float __log2f(float x) { return __gl_approximate(log2(x)); }
inline __device__ float __log10f(float x) { return __gl_approximate(log10(x)); }
inline __device__ float __powf(float x, float y) { return __gl_approximate(pow(x, y)); }
inline __device__ int __isnanf(float x) { return isnan(x); }
inline __device__ int __isinff(float x) { return isinf(x); }
inline __device__ int __finitef(float x) { return isfinite(x); }
inline __device__ int __isnan(double x) { return isnan(x); }
inline __device__ int __isinf(double x) { return isinf(x); }
inline __device__ int __finite(double x) { return isfinite(x); }
inline __device__ int __signbitf(float x) { return signbit(x); }
inline __device__ int __signbitd(double x) { return signbit(x); }

#endif
