/* Two 16-bit or four 8-bit integers in a word. Rarely does one of them decide an address: the results are not known,
 * but for the dot products. */
#ifndef GPULINT_SIMD_FUNCTIONS_H
#define GPULINT_SIMD_FUNCTIONS_H
#pragma GCC system_header

inline __device__ unsigned __gl_simd(unsigned, unsigned = 0) { return __gl_unknown<unsigned>(); }
#define __vabs2 __gl_simd
#define __vabs4 __gl_simd
#define __vabsss2 __gl_simd
#define __vabsss4 __gl_simd
#define __vneg2 __gl_simd
#define __vneg4 __gl_simd
#define __vnegss2 __gl_simd
#define __vnegss4 __gl_simd
#define __vadd2 __gl_simd
#define __vadd4 __gl_simd
#define __vaddss2 __gl_simd
#define __vaddss4 __gl_simd
#define __vaddus2 __gl_simd
#define __vaddus4 __gl_simd
#define __vsub2 __gl_simd
#define __vsub4 __gl_simd
#define __vsubss2 __gl_simd
#define __vsubss4 __gl_simd
#define __vsubus2 __gl_simd
#define __vsubus4 __gl_simd
#define __vabsdiffs2 __gl_simd
#define __vabsdiffs4 __gl_simd
#define __vabsdiffu2 __gl_simd
#define __vabsdiffu4 __gl_simd
#define __vavgs2 __gl_simd
#define __vavgs4 __gl_simd
#define __vavgu2 __gl_simd
#define __vavgu4 __gl_simd
#define __vhaddu2 __gl_simd
#define __vhaddu4 __gl_simd
#define __vmaxs2 __gl_simd
#define __vmaxs4 __gl_simd
#define __vmaxu2 __gl_simd
#define __vmaxu4 __gl_simd
#define __vmins2 __gl_simd
#define __vmins4 __gl_simd
#define __vminu2 __gl_simd
#define __vminu4 __gl_simd
#define __vcmpeq2 __gl_simd
#define __vcmpeq4 __gl_simd
#define __vcmpne2 __gl_simd
#define __vcmpne4 __gl_simd
#define __vcmpgts2 __gl_simd
#define __vcmpgts4 __gl_simd
#define __vcmpgtu2 __gl_simd
#define __vcmpgtu4 __gl_simd
#define __vcmpges2 __gl_simd
#define __vcmpges4 __gl_simd
#define __vcmpgeu2 __gl_simd
#define __vcmpgeu4 __gl_simd
#define __vcmplts2 __gl_simd
#define __vcmplts4 __gl_simd
#define __vcmpltu2 __gl_simd
#define __vcmpltu4 __gl_simd
#define __vcmples2 __gl_simd
#define __vcmples4 __gl_simd
#define __vcmpleu2 __gl_simd
#define __vcmpleu4 __gl_simd
#define __vseteq2 __gl_simd
#define __vseteq4 __gl_simd
#define __vsetne2 __gl_simd
#define __vsetne4 __gl_simd
#define __vsetgts2 __gl_simd
#define __vsetgts4 __gl_simd
#define __vsetgtu2 __gl_simd
#define __vsetgtu4 __gl_simd
#define __vsetges2 __gl_simd
#define __vsetges4 __gl_simd
#define __vsetgeu2 __gl_simd
#define __vsetgeu4 __gl_simd
#define __vsetlts2 __gl_simd
#define __vsetlts4 __gl_simd
#define __vsetltu2 __gl_simd
#define __vsetltu4 __gl_simd
#define __vsads2 __gl_simd
#define __vsads4 __gl_simd
#define __vsadu2 __gl_simd
#define __vsadu4 __gl_simd

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
