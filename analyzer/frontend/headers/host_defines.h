/* The qualifiers of CUDA C++. */
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__
#pragma GCC system_header

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* Clang supports managed memory only for HIP, so it is a device variable that the host may use, with an annotation. */
#define __managed__ __attribute__((device)) __attribute__((annotate("gl:managed")))
#define __grid_constant__ __attribute__((grid_constant)) __attribute__((annotate("gl:grid_constant")))

#define __GL_TEXT_(...) #__VA_ARGS__
#define __GL_TEXT(...) __GL_TEXT_(__VA_ARGS__)
/* The C API does not expose the attribute's values; the annotation repeats them as text, also in an instantiation of a
 * template. */
#define __launch_bounds__(...) \
	__attribute__((launch_bounds(__VA_ARGS__))) __attribute__((annotate("gl:lb:" __GL_TEXT(__VA_ARGS__))))
#define __maxnreg__(...) __attribute__((annotate("gl:maxnreg:" __GL_TEXT(__VA_ARGS__))))
#define __cluster_dims__(...) __attribute__((annotate("gl:cluster:" __GL_TEXT(__VA_ARGS__))))
#define __block_size__(...) __attribute__((annotate("gl:block_size:" __GL_TEXT(__VA_ARGS__))))

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __specialization_static static
#define __tile__
#define __cudart_builtin__
#define __device_builtin__
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __nv_pure__
#define __no_sc__
#define __CUDA_HOSTDEVICE__ __host__ __device__
#define __CUDA_HOSTDEVICE_FP16_DECL__ static __inline__ __host__ __device__
#define __CUDA_MATH_CRTIMP
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDAAPI
#define CUDA_CB
#define CUDART_CB
#define CUDAEXTERN
#define __dv(v) = v
#define __nv_is_extended_device_lambda_closure_type(type) false
#define __nv_is_extended_host_device_lambda_closure_type(type) false

#endif
