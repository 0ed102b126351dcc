/* Atomic functions. */
#ifndef __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#pragma GCC system_header
#include <vector_types.h>

#define __GL_ATOMIC(name, T) \
	__device__ T name(T *, T); \
	__device__ T name##_block(T *, T); \
	__device__ T name##_system(T *, T);
#define __GL_ATOMIC_CAS(T) \
	__device__ T atomicCAS(T *, T compare, T value); \
	__device__ T atomicCAS_block(T *, T compare, T value); \
	__device__ T atomicCAS_system(T *, T compare, T value);
#define __GL_ATOMIC_INTEGER(name) __GL_ATOMIC(name, int) __GL_ATOMIC(name, unsigned) __GL_ATOMIC(name, unsigned long long)
__GL_ATOMIC_INTEGER(atomicAdd)
__GL_ATOMIC(atomicAdd, float)
__GL_ATOMIC(atomicAdd, double)
__GL_ATOMIC(atomicAdd, float2)
__GL_ATOMIC(atomicAdd, float4)
__GL_ATOMIC(atomicSub, int)
__GL_ATOMIC(atomicSub, unsigned)
__GL_ATOMIC_INTEGER(atomicExch)
__GL_ATOMIC(atomicExch, float)
__GL_ATOMIC_INTEGER(atomicMin)
__GL_ATOMIC(atomicMin, long long)
__GL_ATOMIC_INTEGER(atomicMax)
__GL_ATOMIC(atomicMax, long long)
__GL_ATOMIC(atomicInc, unsigned)
__GL_ATOMIC(atomicDec, unsigned)
__GL_ATOMIC_INTEGER(atomicAnd)
__GL_ATOMIC(atomicAnd, long long)
__GL_ATOMIC_INTEGER(atomicOr)
__GL_ATOMIC(atomicOr, long long)
__GL_ATOMIC_INTEGER(atomicXor)
__GL_ATOMIC(atomicXor, long long)
__GL_ATOMIC_CAS(int)
__GL_ATOMIC_CAS(unsigned)
__GL_ATOMIC_CAS(unsigned long long)
__GL_ATOMIC_CAS(unsigned short)
#undef __GL_ATOMIC
#undef __GL_ATOMIC_CAS
#undef __GL_ATOMIC_INTEGER

#endif
