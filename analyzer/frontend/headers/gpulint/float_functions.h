/* Intrinsics on floats: arithmetic with a rounding mode, fast approximations, and conversions. The rounding of a last bit
 * is not modelled; that of a conversion to an integer is. */
#ifndef GPULINT_FLOAT_FUNCTIONS_H
#define GPULINT_FLOAT_FUNCTIONS_H
#pragma GCC system_header

#define __GL_ROUNDED(mode) \
	inline __device__ float __fadd_##mode(float a, float b) { return a + b; } \
	inline __device__ float __fsub_##mode(float a, float b) { return a - b; } \
	inline __device__ float __fmul_##mode(float a, float b) { return a * b; } \
	inline __device__ float __fdiv_##mode(float a, float b) { return a / b; } \
	inline __device__ float __frcp_##mode(float a) { return 1 / a; } \
	inline __device__ float __fsqrt_##mode(float a) { return sqrt(a); } \
	inline __device__ float __fmaf_##mode(float a, float b, float c) { return fma(a, b, c); } \
	inline __device__ float __fmaf_ieee_##mode(float a, float b, float c) { return fma(a, b, c); } \
	inline __device__ double __dadd_##mode(double a, double b) { return a + b; } \
	inline __device__ double __dsub_##mode(double a, double b) { return a - b; } \
	inline __device__ double __dmul_##mode(double a, double b) { return a * b; } \
	inline __device__ double __ddiv_##mode(double a, double b) { return a / b; } \
	inline __device__ double __drcp_##mode(double a) { return 1 / a; } \
	inline __device__ double __dsqrt_##mode(double a) { return sqrt(a); } \
	inline __device__ double __fma_##mode(double a, double b, double c) { return fma(a, b, c); } \
	inline __device__ float __double2float_##mode(double x) { return (float)x; } \
	inline __device__ float __int2float_##mode(int x) { return (float)x; } \
	inline __device__ float __uint2float_##mode(unsigned x) { return (float)x; } \
	inline __device__ float __ll2float_##mode(long long x) { return (float)x; } \
	inline __device__ float __ull2float_##mode(unsigned long long x) { return (float)x; } \
	inline __device__ double __ll2double_##mode(long long x) { return (double)x; } \
	inline __device__ double __ull2double_##mode(unsigned long long x) { return (double)x; }
__GL_ROUNDED(rn)
__GL_ROUNDED(rz)
__GL_ROUNDED(ru)
__GL_ROUNDED(rd)
#undef __GL_ROUNDED

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
inline __device__ float __fdividef(float a, float b) { return a / b; }
inline __device__ float fdividef(float a, float b) { return a / b; }
inline __device__ double fdivide(double a, double b) { return a / b; }
inline __device__ float __frsqrt_rn(float x) { return rsqrt(x); }
inline __device__ float __sinf(float x) { return sin(x); }
inline __device__ float __cosf(float x) { return cos(x); }
inline __device__ float __tanf(float x) { return tan(x); }
inline __device__ float __tanhf(float x) { return tanh(x); }
inline __device__ void __sincosf(float x, float *s, float *c) { *s = sin(x); *c = cos(x); }
inline __device__ float __expf(float x) { return exp(x); }
inline __device__ float __exp10f(float x) { return exp10(x); }
inline __device__ float __logf(float x) { return log(x); }
inline __device__ float __log2f(float x) { return log2(x); }
inline __device__ float __log10f(float x) { return log10(x); }
inline __device__ float __powf(float x, float y) { return pow(x, y); }
inline __device__ int __isnanf(float x) { return isnan(x); }
inline __device__ int __isinff(float x) { return isinf(x); }
inline __device__ int __finitef(float x) { return isfinite(x); }
inline __device__ int __isnan(double x) { return isnan(x); }
inline __device__ int __isinf(double x) { return isinf(x); }
inline __device__ int __finite(double x) { return isfinite(x); }
inline __device__ int __signbitf(float x) { return signbit(x); }
inline __device__ int __signbitd(double x) { return signbit(x); }

#endif
