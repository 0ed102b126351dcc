/* Half precision. A value is one _Float16; arithmetic is the compiler's. */
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__
#pragma GCC system_header
#include <gpulint/small_float.h>

#define CUDA_NO_HALF_UNUSED
struct __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };
__GL_SMALL_FLOAT(__half, __half_raw, __half2, __half2_raw, _Float16)
#ifndef __CUDA_NO_HALF_OPERATORS__
__GL_SMALL_OPERATORS(__half)
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
__GL_PAIR_OPERATORS(__half2)
#endif
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#pragma clang force_cuda_host_device begin
inline __half __float2half(float x) { return __half(x); }
inline __half __float2half_rn(float x) { return __half(x); }
inline __half __float2half_rz(float x) { return __half(x); }
inline __half __float2half_ru(float x) { return __half(x); }
inline __half __float2half_rd(float x) { return __half(x); }
inline __half __double2half(double x) { return __half(x); }
inline float __half2float(__half h) { return (float)h.value; }
inline __half2 __float2half2_rn(float x) { return __half2(__half(x), __half(x)); }
inline __half2 __floats2half2_rn(float x, float y) { return __half2(__half(x), __half(y)); }
inline __half2 __float22half2_rn(float2 v) { return __half2(__half(v.x), __half(v.y)); }
inline float2 __half22float2(__half2 h) { return make_float2((float)h.x.value, (float)h.y.value); }
inline __half2 __half2half2(__half h) { return __half2(h, h); }
inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
inline __half2 make_half2(__half a, __half b) { return __half2(a, b); }
inline __half __low2half(__half2 h) { return h.x; }
inline __half __high2half(__half2 h) { return h.y; }
inline float __low2float(__half2 h) { return (float)h.x.value; }
inline float __high2float(__half2 h) { return (float)h.y.value; }
inline __half2 __low2half2(__half2 h) { return __half2(h.x, h.x); }
inline __half2 __high2half2(__half2 h) { return __half2(h.y, h.y); }
inline __half2 __lowhigh2highlow(__half2 h) { return __half2(h.y, h.x); }
inline __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
inline __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
inline short __half_as_short(__half h) { return __gl_bits<short>(h.value); }
inline unsigned short __half_as_ushort(__half h) { return __gl_bits<unsigned short>(h.value); }
inline __half __short_as_half(short s) { return __half(__half_raw{(unsigned short)s}); }
inline __half __ushort_as_half(unsigned short s) { return __half(__half_raw{s}); }
__GL_SMALL_FLOAT_CONVERSIONS(__half, half)
#pragma clang force_cuda_host_device end
#endif
