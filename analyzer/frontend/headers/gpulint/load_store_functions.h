/* Loads and stores with a cache hint, and queries of a pointer's address space. */
#ifndef GPULINT_LOAD_STORE_FUNCTIONS_H
#define GPULINT_LOAD_STORE_FUNCTIONS_H
#pragma GCC system_header

/* One template instead of an overload for every scalar and vector type. */
template <class T> struct __gl_same { typedef T type; };
template <class T> __device__ T __ldg(const T *);
template <class T> __device__ T __ldcg(const T *);
template <class T> __device__ T __ldca(const T *);
template <class T> __device__ T __ldcs(const T *);
template <class T> __device__ T __ldlu(const T *);
template <class T> __device__ T __ldcv(const T *);
template <class T> __device__ void __stwb(T *, typename __gl_same<T>::type);
template <class T> __device__ void __stcg(T *, typename __gl_same<T>::type);
template <class T> __device__ void __stcs(T *, typename __gl_same<T>::type);
template <class T> __device__ void __stwt(T *, typename __gl_same<T>::type);

extern "C" {
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
}
inline __device__ size_t __cvta_generic_to_constant(const void *p) { return __cvta_generic_to_global(p); }
inline __device__ size_t __cvta_generic_to_local(const void *p) { return __cvta_generic_to_global(p); }
inline __device__ void *__cvta_shared_to_generic(size_t p) { return (void *)__gl_shared_to_generic(p); }
inline __device__ void *__cvta_global_to_generic(size_t p) { return (void *)p; }
inline __device__ size_t __cvta_generic_to_grid_constant(const void *p) { return __cvta_generic_to_global(p); }
inline __device__ void *__cvta_constant_to_generic(size_t p) { return (void *)p; }
inline __device__ void *__cvta_local_to_generic(size_t p) { return (void *)p; }
inline __device__ void *__cvta_grid_constant_to_generic(size_t p) { return (void *)p; }
inline __device__ unsigned __isGlobal(const void *p) { return __gl_is_global(p); }
inline __device__ unsigned __isShared(const void *p) { return __gl_is_shared(p); }
inline __device__ unsigned __isCtaShared(const void *p) { return __gl_is_shared(p); }
inline __device__ unsigned __isClusterShared(const void *p) { return __gl_is_shared(p); }
inline __device__ void *__cluster_map_shared_rank(const void *p, unsigned) { __gl_enters_cluster(p); return (void *)p; }
inline __device__ unsigned __cluster_query_shared_rank(const void *) { return __gl_unknown<unsigned>(); }
inline __device__ unsigned __isConstant(const void *p) { return __gl_is_constant(p); }
inline __device__ unsigned __isLocal(const void *p) { return __gl_is_local(p); }
inline __device__ unsigned __isGridConstant(const void *) { return 0; }

#endif
