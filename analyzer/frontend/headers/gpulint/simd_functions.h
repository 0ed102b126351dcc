/* Two 16-bit or four 8-bit integers in a word. Rarely does one of them decide an address: the results are not known,
 * but for the dot products. */
#ifndef GPULINT_SIMD_FUNCTIONS_H
#define GPULINT_SIMD_FUNCTIONS_H
#pragma GCC system_header

#define __GL_SIMD1(name) inline __device__ unsigned name(unsigned) { return __gl_unknown<unsigned>(); }
#define __GL_SIMD2(name) inline __device__ unsigned name(unsigned, unsigned) { return __gl_unknown<unsigned>(); }
#define __GL_SIMD1_BOTH(name) __GL_SIMD1(name##2) __GL_SIMD1(name##4)
#define __GL_SIMD2_BOTH(name) __GL_SIMD2(name##2) __GL_SIMD2(name##4)
__GL_SIMD1_BOTH(__vabs)
__GL_SIMD1_BOTH(__vabsss)
__GL_SIMD1_BOTH(__vneg)
__GL_SIMD1_BOTH(__vnegss)
__GL_SIMD2_BOTH(__vadd)
__GL_SIMD2_BOTH(__vaddss)
__GL_SIMD2_BOTH(__vaddus)
__GL_SIMD2_BOTH(__vsub)
__GL_SIMD2_BOTH(__vsubss)
__GL_SIMD2_BOTH(__vsubus)
__GL_SIMD2_BOTH(__vabsdiffs)
__GL_SIMD2_BOTH(__vabsdiffu)
__GL_SIMD2_BOTH(__vavgs)
__GL_SIMD2_BOTH(__vavgu)
__GL_SIMD2_BOTH(__vhaddu)
__GL_SIMD2_BOTH(__vmaxs)
__GL_SIMD2_BOTH(__vmaxu)
__GL_SIMD2_BOTH(__vmins)
__GL_SIMD2_BOTH(__vminu)
__GL_SIMD2_BOTH(__vcmpeq)
__GL_SIMD2_BOTH(__vcmpne)
__GL_SIMD2_BOTH(__vcmpgts)
__GL_SIMD2_BOTH(__vcmpgtu)
__GL_SIMD2_BOTH(__vcmpges)
__GL_SIMD2_BOTH(__vcmpgeu)
__GL_SIMD2_BOTH(__vcmplts)
__GL_SIMD2_BOTH(__vcmpltu)
__GL_SIMD2_BOTH(__vcmples)
__GL_SIMD2_BOTH(__vcmpleu)
__GL_SIMD2_BOTH(__vseteq)
__GL_SIMD2_BOTH(__vsetne)
__GL_SIMD2_BOTH(__vsetgts)
__GL_SIMD2_BOTH(__vsetgtu)
__GL_SIMD2_BOTH(__vsetges)
__GL_SIMD2_BOTH(__vsetgeu)
__GL_SIMD2_BOTH(__vsetlts)
__GL_SIMD2_BOTH(__vsetltu)
__GL_SIMD2_BOTH(__vsads)
__GL_SIMD2_BOTH(__vsadu)
#undef __GL_SIMD1
#undef __GL_SIMD2
#undef __GL_SIMD1_BOTH
#undef __GL_SIMD2_BOTH

inline __device__ int __dp4a(int a, int b, int sum)
{
	for (int i = 0; i < 32; i += 8)
		sum += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
	return sum;
}
inline __device__ unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
	for (int i = 0; i < 32; i += 8)
		sum += ((a >> i) & 255) * ((b >> i) & 255);
	return sum;
}
inline __device__ int __dp4a(char4 a, char4 b, int sum) { return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __device__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum) { return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __device__ int __dp2a_lo(int a, int b, int sum) { return sum + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8); }
inline __device__ int __dp2a_hi(int a, int b, int sum) { return sum + (short)a * (signed char)(b >> 16) + (a >> 16) * (signed char)(b >> 24); }

#endif
