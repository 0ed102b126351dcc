/* FP8: a byte, and its conversions, whose results are unknown. */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#pragma GCC system_header
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#pragma clang force_cuda_host_device begin
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
#define __GL_FP8(name, storage, vector) \
	struct name { \
		storage __x; \
		name() = default; \
		template <class T> explicit name(const T &) : __x(__gl_unknown<storage>()) {} \
		template <class T> explicit name(const T &, const T &) : __x(__gl_unknown<storage>()) {} \
		template <class T> explicit operator T() const { return __gl_any<T>(); } \
	};
struct __nv_fp8_e4m3 {
	__nv_fp8_storage_t __x;
	__nv_fp8_e4m3() = default;
	template <class T> explicit __nv_fp8_e4m3(const T &) : __x(__gl_unknown<__nv_fp8_storage_t>()) {}
	operator float() const { return __gl_unknown<float>(); }
};
struct __nv_fp8_e5m2 {
	__nv_fp8_storage_t __x;
	__nv_fp8_e5m2() = default;
	template <class T> explicit __nv_fp8_e5m2(const T &) : __x(__gl_unknown<__nv_fp8_storage_t>()) {}
	operator float() const { return __gl_unknown<float>(); }
};
__GL_FP8(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, float2)
__GL_FP8(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, float2)
__GL_FP8(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, float4)
__GL_FP8(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, float4)
__GL_FP8(__nv_fp8_e8m0, __nv_fp8_storage_t, float)
#undef __GL_FP8
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t) { __half_raw r = {__gl_unknown<unsigned short>()}; return r; }
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t) { __half2_raw r = {__gl_unknown<unsigned short>(), __gl_unknown<unsigned short>()}; return r; }
inline __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float, __nv_saturation_t, cudaRoundMode) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2, __nv_saturation_t, cudaRoundMode) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
inline __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t) { return __gl_any<__nv_bfloat16_raw>(); }
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
inline __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double, __nv_saturation_t, cudaRoundMode) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2, __nv_saturation_t, cudaRoundMode) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw, __nv_saturation_t, cudaRoundMode) { return __gl_unknown<__nv_fp8_storage_t>(); }
inline __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw, __nv_saturation_t, cudaRoundMode) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
inline __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t) { return __gl_any<__nv_bfloat162_raw>(); }
inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t, __nv_fp8_interpretation_t) { return __gl_unknown<__nv_fp8x2_storage_t>(); }
#pragma clang force_cuda_host_device end
#endif
