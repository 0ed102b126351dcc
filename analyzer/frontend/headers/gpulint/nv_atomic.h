/* nvcc's own atomic operations, such as __nv_atomic_fetch_add, which need no header. Memory order and
 * scope are not modelled. An operation for which the evaluator has no atomic of that type is a load and a
 * store. */
#ifndef GPULINT_NV_ATOMIC_H
#define GPULINT_NV_ATOMIC_H
#pragma GCC system_header
#include <host_defines.h>
#include <device_atomic_functions.h>

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

template <class T> struct __gl_atomic_value { typedef T type; };
#define __GL_OPERAND typename __gl_atomic_value<T>::type
#define __GL_ORDER int = __NV_ATOMIC_SEQ_CST, int = __NV_THREAD_SCOPE_SYSTEM
#define __GL_NV_ATOMIC(name, function, expression) \
	template <class T> __host__ __device__ auto __gl_has_##name(T *p, T v) -> decltype(function(p, v), char()); \
	__host__ __device__ long __gl_has_##name(...); \
	template <class T> inline __device__ T __nv_atomic_##name(T *p, __GL_OPERAND v, __GL_ORDER) \
	{ \
		if constexpr (sizeof(__gl_has_##name(p, v)) == 1) { \
			return function(p, v); \
		} else { \
			T old = *(volatile T *)p; \
			*(volatile T *)p = expression; \
			return old; \
		} \
	}
#define __GL_NV_ATOMIC_ALONE(name) \
	template <class T> inline __device__ void __nv_atomic_##name(T *p, __GL_OPERAND v, __GL_ORDER) { __nv_atomic_fetch_##name(p, v); }
__GL_NV_ATOMIC(fetch_add, atomicAdd, old + v)
__GL_NV_ATOMIC(fetch_sub, atomicSub, old - v)
__GL_NV_ATOMIC(fetch_and, atomicAnd, old & v)
__GL_NV_ATOMIC(fetch_or, atomicOr, old | v)
__GL_NV_ATOMIC(fetch_xor, atomicXor, old ^ v)
__GL_NV_ATOMIC(fetch_min, atomicMin, v < old ? v : old)
__GL_NV_ATOMIC(fetch_max, atomicMax, old < v ? v : old)
__GL_NV_ATOMIC(exchange_n, atomicExch, v)
__GL_NV_ATOMIC_ALONE(add)
__GL_NV_ATOMIC_ALONE(sub)
__GL_NV_ATOMIC_ALONE(and)
__GL_NV_ATOMIC_ALONE(or)
__GL_NV_ATOMIC_ALONE(xor)
__GL_NV_ATOMIC_ALONE(min)
__GL_NV_ATOMIC_ALONE(max)

template <class T> inline __device__ T __nv_atomic_load_n(const T *p, __GL_ORDER) { return *(const volatile T *)p; }
template <class T> inline __device__ void __nv_atomic_load(const T *p, T *to, __GL_ORDER) { *to = *(const volatile T *)p; }
template <class T> inline __device__ void __nv_atomic_store_n(T *p, __GL_OPERAND v, __GL_ORDER) { *(volatile T *)p = v; }
template <class T> inline __device__ void __nv_atomic_store(T *p, T *v, __GL_ORDER) { *(volatile T *)p = *v; }
template <class T> inline __device__ void __nv_atomic_exchange(T *p, T *v, T *old, __GL_ORDER) { *old = __nv_atomic_exchange_n(p, *v); }
template <class T> inline __device__ bool __nv_atomic_compare_exchange_n(T *p, T *expected, __GL_OPERAND v, bool, int, __GL_ORDER)
{
	T old = atomicCAS(p, *expected, v);
	bool done = old == *expected;
	*expected = old;
	return done;
}
template <class T> inline __device__ bool __nv_atomic_compare_exchange(T *p, T *expected, T *v, bool weak, int order, __GL_ORDER)
{
	return __nv_atomic_compare_exchange_n(p, expected, *v, weak, order);
}
inline __device__ void __nv_atomic_thread_fence(__GL_ORDER) { __threadfence(); }
#undef __GL_OPERAND
#undef __GL_ORDER
#undef __GL_NV_ATOMIC
#undef __GL_NV_ATOMIC_ALONE
#endif
