/* Loads and stores with a cache hint, and what asks for a pointer's address space. */
#ifndef GPULINT_LOAD_STORE_FUNCTIONS_H
#define GPULINT_LOAD_STORE_FUNCTIONS_H
#pragma GCC system_header

#define __GL_LOAD_STORE(T) \
	__device__ T __ldg(const T *); \
	__device__ T __ldcg(const T *); \
	__device__ T __ldca(const T *); \
	__device__ T __ldcs(const T *); \
	__device__ T __ldlu(const T *); \
	__device__ T __ldcv(const T *); \
	__device__ void __stwb(T *, T); \
	__device__ void __stcg(T *, T); \
	__device__ void __stcs(T *, T); \
	__device__ void __stwt(T *, T);
#define __GL_LOAD_STORE_VECTORS(T) __GL_LOAD_STORE(T##2) __GL_LOAD_STORE(T##4)
__GL_LOAD_STORE(char)
__GL_LOAD_STORE(signed char)
__GL_LOAD_STORE(unsigned char)
__GL_LOAD_STORE(short)
__GL_LOAD_STORE(unsigned short)
__GL_LOAD_STORE(int)
__GL_LOAD_STORE(unsigned)
__GL_LOAD_STORE(long)
__GL_LOAD_STORE(unsigned long)
__GL_LOAD_STORE(long long)
__GL_LOAD_STORE(unsigned long long)
__GL_LOAD_STORE(float)
__GL_LOAD_STORE(double)
__GL_LOAD_STORE_VECTORS(char)
__GL_LOAD_STORE_VECTORS(uchar)
__GL_LOAD_STORE_VECTORS(short)
__GL_LOAD_STORE_VECTORS(ushort)
__GL_LOAD_STORE_VECTORS(int)
__GL_LOAD_STORE_VECTORS(uint)
__GL_LOAD_STORE_VECTORS(float)
__GL_LOAD_STORE(longlong2)
__GL_LOAD_STORE(ulonglong2)
__GL_LOAD_STORE(double2)
#undef __GL_LOAD_STORE
#undef __GL_LOAD_STORE_VECTORS

extern "C" {
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
}
inline __device__ size_t __cvta_generic_to_constant(const void *p) { return __cvta_generic_to_global(p); }
inline __device__ size_t __cvta_generic_to_local(const void *p) { return __cvta_generic_to_global(p); }
inline __device__ void *__cvta_shared_to_generic(size_t) { return __gl_unknown<void *>(); }
inline __device__ void *__cvta_global_to_generic(size_t) { return __gl_unknown<void *>(); }
inline __device__ unsigned __isGlobal(const void *p) { return __gl_is_global(p); }
inline __device__ unsigned __isShared(const void *p) { return __gl_is_shared(p); }
inline __device__ unsigned __isConstant(const void *p) { return __gl_is_constant(p); }
inline __device__ unsigned __isLocal(const void *p) { return __gl_is_local(p); }
inline __device__ unsigned __isGridConstant(const void *) { return 0; }

#endif
