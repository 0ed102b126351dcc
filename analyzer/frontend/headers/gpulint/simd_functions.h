/* Two 16-bit or four 8-bit integers in a word. They rarely decide an address, so the results are unknown, except for
 * dot products. Also the functions for dynamic programming; those on whole words are modelled. */
#ifndef GPULINT_SIMD_FUNCTIONS_H
#define GPULINT_SIMD_FUNCTIONS_H
#pragma GCC system_header

template <class... A> inline __host__ __device__ unsigned __gl_simd(A...) { return __gl_unknown<unsigned>(); }
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
#define __vsetles2 __gl_simd
#define __vsetles4 __gl_simd
#define __vsetleu2 __gl_simd
#define __vsetleu4 __gl_simd
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

/* On one word: max(a + b, c), the maximum of three, and so on; "relu" raises negative results to zero. The flag of
 * __vibmax and __vibmin says whether the first operand was chosen, also if both are equal. */
#define __GL_DPX(T, type, name, order) \
	inline __host__ __device__ T __vi##name##_##type##_of(T a, T b) { return b order a ? b : a; } \
	inline __host__ __device__ T __vi##name##3_##type(T a, T b, T c) { return __vi##name##_##type##_of(__vi##name##_##type##_of(a, b), c); } \
	inline __host__ __device__ T __viadd##name##_##type(T a, T b, T c) { return __vi##name##_##type##_of((T)((unsigned)a + (unsigned)b), c); } \
	inline __host__ __device__ T __vib##name##_##type(T a, T b, bool *first) { *first = !(b order a); return *first ? a : b; }
__GL_DPX(int, s32, max, >)
__GL_DPX(int, s32, min, <)
__GL_DPX(unsigned, u32, max, >)
__GL_DPX(unsigned, u32, min, <)
#undef __GL_DPX
inline __host__ __device__ int __gl_relu(int x) { return x > 0 ? x : 0; }
inline __host__ __device__ int __vimax_s32_relu(int a, int b) { return __gl_relu(__vimax_s32_of(a, b)); }
inline __host__ __device__ int __vimin_s32_relu(int a, int b) { return __gl_relu(__vimin_s32_of(a, b)); }
inline __host__ __device__ int __vimax3_s32_relu(int a, int b, int c) { return __gl_relu(__vimax3_s32(a, b, c)); }
inline __host__ __device__ int __vimin3_s32_relu(int a, int b, int c) { return __gl_relu(__vimin3_s32(a, b, c)); }
inline __host__ __device__ int __viaddmax_s32_relu(int a, int b, int c) { return __gl_relu(__viaddmax_s32(a, b, c)); }
inline __host__ __device__ int __viaddmin_s32_relu(int a, int b, int c) { return __gl_relu(__viaddmin_s32(a, b, c)); }
#define __viaddmax_s16x2 __gl_simd
#define __viaddmax_s16x2_relu __gl_simd
#define __viaddmax_u16x2 __gl_simd
#define __viaddmin_s16x2 __gl_simd
#define __viaddmin_s16x2_relu __gl_simd
#define __viaddmin_u16x2 __gl_simd
#define __vimax_s16x2_relu __gl_simd
#define __vimax3_s16x2 __gl_simd
#define __vimax3_s16x2_relu __gl_simd
#define __vimax3_u16x2 __gl_simd
#define __vimin_s16x2_relu __gl_simd
#define __vimin3_s16x2 __gl_simd
#define __vimin3_s16x2_relu __gl_simd
#define __vimin3_u16x2 __gl_simd
inline __host__ __device__ unsigned
__gl_simd_of_either(unsigned, unsigned, bool *high, bool *low)
{
	*high = __gl_unknown<bool>();
	*low = __gl_unknown<bool>();
	return __gl_unknown<unsigned>();
}
#define __vibmax_s16x2 __gl_simd_of_either
#define __vibmax_u16x2 __gl_simd_of_either
#define __vibmin_s16x2 __gl_simd_of_either
#define __vibmin_u16x2 __gl_simd_of_either

#endif
