/* make_float4 and similar functions. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__
#pragma GCC system_header
#include <vector_types.h>
#pragma clang force_cuda_host_device begin

#define __GL_MAKE(name, element) \
	inline name##1 make_##name##1(element x) { name##1 v = {x}; return v; } \
	inline name##2 make_##name##2(element x, element y) { name##2 v = {x, y}; return v; } \
	inline name##3 make_##name##3(element x, element y, element z) { name##3 v = {x, y, z}; return v; } \
	inline name##4 make_##name##4(element x, element y, element z, element w) { name##4 v = {x, y, z, w}; return v; }
__GL_MAKE(char, signed char)
__GL_MAKE(uchar, unsigned char)
__GL_MAKE(short, short)
__GL_MAKE(ushort, unsigned short)
__GL_MAKE(int, int)
__GL_MAKE(uint, unsigned int)
__GL_MAKE(long, long)
__GL_MAKE(ulong, unsigned long)
__GL_MAKE(longlong, long long)
__GL_MAKE(ulonglong, unsigned long long)
__GL_MAKE(float, float)
__GL_MAKE(double, double)
#undef __GL_MAKE
#define __GL_MAKE_ALIGNED(name, element) \
	inline name##4_16a make_##name##4_16a(element x, element y, element z, element w) { name##4_16a v = {x, y, z, w}; return v; } \
	inline name##4_32a make_##name##4_32a(element x, element y, element z, element w) { name##4_32a v = {x, y, z, w}; return v; }
__GL_MAKE_ALIGNED(long, long)
__GL_MAKE_ALIGNED(ulong, unsigned long)
__GL_MAKE_ALIGNED(longlong, long long)
__GL_MAKE_ALIGNED(ulonglong, unsigned long long)
__GL_MAKE_ALIGNED(double, double)
#undef __GL_MAKE_ALIGNED

#pragma clang force_cuda_host_device end
#endif
