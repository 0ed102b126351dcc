/* char1 … double4 and dim3. The alignment decides the width of an access: 2 and 4 elements are aligned to their size,
 * up to 16 bytes; 3 elements to one element. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__
#pragma GCC system_header
#include <host_defines.h>

#define __GL_VECTOR(name, element, align2, align4) \
	struct name##1 { element x; }; \
	struct __align__(align2) name##2 { element x, y; }; \
	struct name##3 { element x, y, z; }; \
	struct __align__(align4) name##4 { element x, y, z, w; };
__GL_VECTOR(char, signed char, 2, 4)
__GL_VECTOR(uchar, unsigned char, 2, 4)
__GL_VECTOR(short, short, 4, 8)
__GL_VECTOR(ushort, unsigned short, 4, 8)
__GL_VECTOR(int, int, 8, 16)
__GL_VECTOR(uint, unsigned int, 8, 16)
__GL_VECTOR(long, long, 16, 16)
__GL_VECTOR(ulong, unsigned long, 16, 16)
__GL_VECTOR(longlong, long long, 16, 16)
__GL_VECTOR(ulonglong, unsigned long long, 16, 16)
__GL_VECTOR(float, float, 8, 16)
__GL_VECTOR(double, double, 16, 16)
#undef __GL_VECTOR

#define __GL_VECTOR_ALIGNED(name, element) \
	struct __align__(16) name##4_16a { element x, y, z, w; }; \
	struct __align__(32) name##4_32a { element x, y, z, w; };
__GL_VECTOR_ALIGNED(long, long)
__GL_VECTOR_ALIGNED(ulong, unsigned long)
__GL_VECTOR_ALIGNED(longlong, long long)
__GL_VECTOR_ALIGNED(ulonglong, unsigned long long)
__GL_VECTOR_ALIGNED(double, double)
#undef __GL_VECTOR_ALIGNED

struct dim3 {
	unsigned int x, y, z;
	__host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
	__host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif
