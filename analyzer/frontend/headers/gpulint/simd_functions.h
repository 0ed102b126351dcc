/* Two 16-bit or four 8-bit integers in a word, dot products, and the functions for dynamic programming. */
#ifndef GPULINT_SIMD_FUNCTIONS_H
#define GPULINT_SIMD_FUNCTIONS_H
#pragma GCC system_header

/* Per part of a word: the result of an expression of its parts x and y, and its limits `least` and `most`. */
#define __GL_PART(T, name, expression) \
	inline __host__ __device__ unsigned name(unsigned a, unsigned b) \
	{ \
		const T x = (T)a, y = (T)b; \
		const bool is_signed = (T)-1 < 0; \
		const int most = sizeof(T) == 1 ? (is_signed ? 127 : 255) : (is_signed ? 32767 : 65535), least = is_signed ? -most - 1 : 0; \
		(void)y, (void)most, (void)least; \
		return sizeof(T) == 1 ? (unsigned char)(expression) : (unsigned short)(expression); \
	}
#define __GL_HALVES(part, a, b) (part(a, b) | part((a) >> 16, (b) >> 16) << 16)
#define __GL_BYTES(part, a, b) (part(a, b) | part((a) >> 8, (b) >> 8) << 8 | part((a) >> 16, (b) >> 16) << 16 | part((a) >> 24, (b) >> 24) << 24)
#define __GL_OF_ONE(sign, name, expression) \
	__GL_PART(sign short, __gl_half_##name, expression) \
	__GL_PART(sign char, __gl_byte_##name, expression) \
	inline __host__ __device__ unsigned __v##name##2(unsigned a) { return __GL_HALVES(__gl_half_##name, a, a); } \
	inline __host__ __device__ unsigned __v##name##4(unsigned a) { return __GL_BYTES(__gl_byte_##name, a, a); }
#define __GL_OF_TWO(sign, name, expression) \
	__GL_PART(sign short, __gl_half_##name, expression) \
	__GL_PART(sign char, __gl_byte_##name, expression) \
	inline __host__ __device__ unsigned __v##name##2(unsigned a, unsigned b) { return __GL_HALVES(__gl_half_##name, a, b); } \
	inline __host__ __device__ unsigned __v##name##4(unsigned a, unsigned b) { return __GL_BYTES(__gl_byte_##name, a, b); }
#define __GL_BETWEEN(x) ((x) < least ? least : (x) > most ? most : (x))

__GL_OF_ONE(signed, abs, x < 0 ? -x : x)
__GL_OF_ONE(signed, absss, __GL_BETWEEN(x < 0 ? -x : x))
__GL_OF_ONE(signed, neg, -x)
__GL_OF_ONE(signed, negss, __GL_BETWEEN(-x))
__GL_OF_TWO(unsigned, add, x + y)
__GL_OF_TWO(signed, addss, __GL_BETWEEN(x + y))
__GL_OF_TWO(unsigned, addus, __GL_BETWEEN(x + y))
__GL_OF_TWO(unsigned, sub, x - y)
__GL_OF_TWO(signed, subss, __GL_BETWEEN(x - y))
__GL_OF_TWO(unsigned, subus, __GL_BETWEEN(x - y))
__GL_OF_TWO(signed, absdiffs, x < y ? y - x : x - y)
__GL_OF_TWO(unsigned, absdiffu, x < y ? y - x : x - y)
__GL_OF_TWO(signed, avgs, (x + y + (x + y >= 0)) >> 1)
__GL_OF_TWO(unsigned, avgu, (x + y + 1) >> 1)
__GL_OF_TWO(unsigned, haddu, (x + y) >> 1)
__GL_OF_TWO(signed, maxs, x < y ? y : x)
__GL_OF_TWO(unsigned, maxu, x < y ? y : x)
__GL_OF_TWO(signed, mins, x < y ? x : y)
__GL_OF_TWO(unsigned, minu, x < y ? x : y)
/* All bits of a part, or its lowest one. */
#define __GL_COMPARE(sign, name, order) __GL_OF_TWO(sign, cmp##name, x order y ? -1 : 0) __GL_OF_TWO(sign, set##name, x order y ? 1 : 0)
__GL_COMPARE(unsigned, eq, ==)
__GL_COMPARE(unsigned, ne, !=)
__GL_COMPARE(signed, gts, >)
__GL_COMPARE(unsigned, gtu, >)
__GL_COMPARE(signed, ges, >=)
__GL_COMPARE(unsigned, geu, >=)
__GL_COMPARE(signed, lts, <)
__GL_COMPARE(unsigned, ltu, <)
__GL_COMPARE(signed, les, <=)
__GL_COMPARE(unsigned, leu, <=)
#undef __GL_COMPARE
inline __host__ __device__ unsigned __gl_sum_of_halves(unsigned a) { return (a & 0xffff) + (a >> 16); }
inline __host__ __device__ unsigned __gl_sum_of_bytes(unsigned a) { return (a & 255) + (a >> 8 & 255) + (a >> 16 & 255) + (a >> 24); }
inline __host__ __device__ unsigned __vsads2(unsigned a, unsigned b) { return __gl_sum_of_halves(__vabsdiffs2(a, b)); }
inline __host__ __device__ unsigned __vsads4(unsigned a, unsigned b) { return __gl_sum_of_bytes(__vabsdiffs4(a, b)); }
inline __host__ __device__ unsigned __vsadu2(unsigned a, unsigned b) { return __gl_sum_of_halves(__vabsdiffu2(a, b)); }
inline __host__ __device__ unsigned __vsadu4(unsigned a, unsigned b) { return __gl_sum_of_bytes(__vabsdiffu4(a, b)); }

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
inline __device__ unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum) { return sum + (a & 65535) * (b & 255) + (a >> 16) * (b >> 8 & 255); }
inline __device__ unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum) { return sum + (a & 65535) * (b >> 16 & 255) + (a >> 16) * (b >> 24); }
inline __device__ int __dp2a_lo(short2 a, char4 b, int sum) { return sum + a.x * b.x + a.y * b.y; }
inline __device__ int __dp2a_hi(short2 a, char4 b, int sum) { return sum + a.x * b.z + a.y * b.w; }
inline __device__ unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned sum) { return sum + (unsigned)a.x * b.x + (unsigned)a.y * b.y; }
inline __device__ unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned sum) { return sum + (unsigned)a.x * b.z + (unsigned)a.y * b.w; }

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
/* The same on the halves of a word. */
__GL_PART(signed short, __gl_half_relu, x < 0 ? 0 : x)
inline __host__ __device__ unsigned __gl_relu2(unsigned a) { return __GL_HALVES(__gl_half_relu, a, a); }
#define __GL_DPX2(type, name, of_two, order, T) \
	inline __host__ __device__ unsigned __vi##name##3_##type##x2(unsigned a, unsigned b, unsigned c) { return of_two(of_two(a, b), c); } \
	inline __host__ __device__ unsigned __viadd##name##_##type##x2(unsigned a, unsigned b, unsigned c) { return of_two(__vadd2(a, b), c); } \
	inline __host__ __device__ unsigned __vib##name##_##type##x2(unsigned a, unsigned b, bool *high, bool *low) \
	{ \
		*high = !((T)(b >> 16) order (T)(a >> 16)); \
		*low = !((T)b order (T)a); \
		return of_two(a, b); \
	}
__GL_DPX2(s16, max, __vmaxs2, >, short)
__GL_DPX2(u16, max, __vmaxu2, >, unsigned short)
__GL_DPX2(s16, min, __vmins2, <, short)
__GL_DPX2(u16, min, __vminu2, <, unsigned short)
inline __host__ __device__ unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __gl_relu2(__vmaxs2(a, b)); }
inline __host__ __device__ unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __gl_relu2(__vmins2(a, b)); }
inline __host__ __device__ unsigned __vimax3_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __gl_relu2(__vimax3_s16x2(a, b, c)); }
inline __host__ __device__ unsigned __vimin3_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __gl_relu2(__vimin3_s16x2(a, b, c)); }
inline __host__ __device__ unsigned __viaddmax_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __gl_relu2(__viaddmax_s16x2(a, b, c)); }
inline __host__ __device__ unsigned __viaddmin_s16x2_relu(unsigned a, unsigned b, unsigned c) { return __gl_relu2(__viaddmin_s16x2(a, b, c)); }
#undef __GL_DPX2
#undef __GL_PART
#undef __GL_HALVES
#undef __GL_BYTES
#undef __GL_OF_ONE
#undef __GL_OF_TWO
#undef __GL_BETWEEN

#endif
