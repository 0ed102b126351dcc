/* FP4: half a byte, and its conversions, whose results are unknown. */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#pragma GCC system_header
#include <cuda_fp8.h>
#pragma clang force_cuda_host_device begin
typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;
#define __GL_FP4(name, storage) \
	struct name { \
		storage __x; \
		name() = default; \
		template <class T> explicit name(const T &) : __x(__gl_unknown<storage>()) {} \
		template <class T> explicit name(const T &, const T &) : __x(__gl_unknown<storage>()) {} \
		template <class T> explicit operator T() const { return __gl_any<T>(); } \
	};
__GL_FP4(__nv_fp4_e2m1, __nv_fp4_storage_t)
__GL_FP4(__nv_fp4x2_e2m1, __nv_fp4x2_storage_t)
__GL_FP4(__nv_fp4x4_e2m1, __nv_fp4x4_storage_t)
#undef __GL_FP4
inline __nv_fp4_storage_t __nv_cvt_float_to_fp4(float, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4_storage_t>(); }
inline __nv_fp4_storage_t __nv_cvt_double_to_fp4(double, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4_storage_t>(); }
inline __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4_storage_t>(); }
inline __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4_storage_t>(); }
inline __nv_fp4x2_storage_t __nv_cvt_float2_to_fp4x2(float2, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4x2_storage_t>(); }
inline __nv_fp4x2_storage_t __nv_cvt_double2_to_fp4x2(double2, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4x2_storage_t>(); }
inline __nv_fp4x2_storage_t __nv_cvt_halfraw2_to_fp4x2(__half2_raw, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4x2_storage_t>(); }
inline __nv_fp4x2_storage_t __nv_cvt_bfloat16raw2_to_fp4x2(__nv_bfloat162_raw, __nv_fp4_interpretation_t, cudaRoundMode) { return __gl_unknown<__nv_fp4x2_storage_t>(); }
inline __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t, __nv_fp4_interpretation_t) { return __gl_any<__half_raw>(); }
inline __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t, __nv_fp4_interpretation_t) { return __gl_any<__half2_raw>(); }
#pragma clang force_cuda_host_device end
#endif
