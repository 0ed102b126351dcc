/* The common part of half and bfloat16: a type of two bytes, a pair of it aligned to four, their operators and
 * intrinsics. Pairs are passed by value, because the hardware moves them as a whole. */
#ifndef GPULINT_SMALL_FLOAT_H
#define GPULINT_SMALL_FLOAT_H
#pragma GCC system_header
#include <vector_functions.h>
#include <math.h>
#include <device_functions.h>
#include <gpulint/primitives.h>

#define __GL_HD inline __attribute__((host, device))
#define __GL_SMALL_OPERATOR(T, op) \
	__GL_HD T operator op(const T &a, const T &b) { return T::of(a.value op b.value); } \
	__GL_HD T &operator op##=(T &a, const T &b) { a.value = a.value op b.value; return a; }
#define __GL_SMALL_ORDER(T, op) \
	__GL_HD bool operator op(const T &a, const T &b) { return a.value op b.value; }
#define __GL_PAIR_OPERATOR(P, op) \
	__GL_HD P operator op(P a, P b) { return P::of(a.x.value op b.x.value, a.y.value op b.y.value); } \
	__GL_HD P &operator op##=(P &a, P b) { a = a op b; return a; }
#define __GL_PAIR_ORDER(P, op) \
	__GL_HD bool operator op(P a, P b) { return a.x.value op b.x.value && a.y.value op b.y.value; }
/* Separate from the type: programs that define __CUDA_NO_HALF_OPERATORS__ have operators of their own. */
#define __GL_SMALL_OPERATORS(T) \
	__GL_SMALL_OPERATOR(T, +) \
	__GL_SMALL_OPERATOR(T, -) \
	__GL_SMALL_OPERATOR(T, *) \
	__GL_SMALL_OPERATOR(T, /) \
	__GL_SMALL_ORDER(T, ==) \
	__GL_SMALL_ORDER(T, !=) \
	__GL_SMALL_ORDER(T, <) \
	__GL_SMALL_ORDER(T, >) \
	__GL_SMALL_ORDER(T, <=) \
	__GL_SMALL_ORDER(T, >=)
#define __GL_PAIR_OPERATORS(P) \
	__GL_PAIR_OPERATOR(P, +) \
	__GL_PAIR_OPERATOR(P, -) \
	__GL_PAIR_OPERATOR(P, *) \
	__GL_PAIR_OPERATOR(P, /) \
	__GL_PAIR_ORDER(P, ==) \
	__GL_PAIR_ORDER(P, !=) \
	__GL_PAIR_ORDER(P, <) \
	__GL_PAIR_ORDER(P, >) \
	__GL_PAIR_ORDER(P, <=) \
	__GL_PAIR_ORDER(P, >=)
/* f on one and f2 on a pair, from an expression of a, b and c (values of the compiler's type) */
#define __GL_SMALL_1(T, P, f, expression) \
	__GL_HD T f(T u) { auto a = u.value; return T((float)(expression)); } \
	__GL_HD P f##2(P u) { return P(f(u.x), f(u.y)); }
#define __GL_SMALL_2(T, P, f, kind, expression) \
	__GL_HD T f##kind(T u, T v) { auto a = u.value, b = v.value; return T((float)(expression)); } \
	__GL_HD P f##2##kind(P u, P v) { return P(f##kind(u.x, v.x), f##kind(u.y, v.y)); }
/* __heq, __heq2, __heq2_mask and __hbeq2 for "eq"; the same for "equ", which also holds if an operand is not a number. */
#define __GL_SMALL_COMPARE_AS(T, P, name, expression) \
	__GL_HD bool __h##name(T u, T v) { auto a = u.value, b = v.value; return expression; } \
	__GL_HD P __h##name##2(P u, P v) { return P(T(__h##name(u.x, v.x) ? 1.0f : 0.0f), T(__h##name(u.y, v.y) ? 1.0f : 0.0f)); } \
	__GL_HD unsigned __h##name##2_mask(P u, P v) { return (__h##name(u.x, v.x) ? 0xffffu : 0) | (__h##name(u.y, v.y) ? 0xffff0000u : 0); } \
	__GL_HD bool __hb##name##2(P u, P v) { return __h##name(u.x, v.x) && __h##name(u.y, v.y); }
#define __GL_SMALL_COMPARE(T, P, name, op) \
	__GL_SMALL_COMPARE_AS(T, P, name, a op b) \
	__GL_SMALL_COMPARE_AS(T, P, name##u, a op b || a != a || b != b)
#define __GL_SMALL_SHUFFLE(T, P, f, argument) \
	inline __device__ T f(unsigned mask, T v, argument lane, int width = 32) { return T::of(__gl_bits<decltype(v.value)>((short)f(mask, (int)__gl_bits<short>(v.value), lane, width))); } \
	inline __device__ P f(unsigned mask, P v, argument lane, int width = 32) { return P(f(mask, v.x, lane, width), f(mask, v.y, lane, width)); }

#define __GL_SMALL_FLOAT(T, raw, P, raw2, compiler_type) \
	struct T { \
		compiler_type value; \
		T() = default; \
		__GL_HD static T of(compiler_type v) { T t; t.value = v; return t; } \
		__GL_HD T(const raw &r) : value(__gl_bits<compiler_type>(r.x)) {} \
		__GL_HD T(float x) : value((compiler_type)x) {} \
		__GL_HD T(double x) : value((compiler_type)(float)x) {} \
		__GL_HD T(short x) : value((compiler_type)(float)x) {} \
		__GL_HD T(unsigned short x) : value((compiler_type)(float)x) {} \
		__GL_HD T(int x) : value((compiler_type)(float)x) {} \
		__GL_HD T(unsigned x) : value((compiler_type)(float)x) {} \
		__GL_HD T(long x) : value((compiler_type)(float)x) {} \
		__GL_HD T(unsigned long x) : value((compiler_type)(float)x) {} \
		__GL_HD T(long long x) : value((compiler_type)(float)x) {} \
		__GL_HD T(unsigned long long x) : value((compiler_type)(float)x) {} \
		__GL_HD operator float() const { return (float)value; } \
		__GL_HD operator raw() const { raw r = {__gl_bits<unsigned short>(value)}; return r; } \
		__GL_HD explicit operator signed char() const { return (signed char)(float)value; } \
		__GL_HD explicit operator unsigned char() const { return (unsigned char)(float)value; } \
		__GL_HD explicit operator char() const { return (char)(float)value; } \
		__GL_HD explicit operator bool() const { return (float)value != 0; } \
		__GL_HD explicit operator short() const { return (short)(float)value; } \
		__GL_HD explicit operator unsigned short() const { return (unsigned short)(float)value; } \
		__GL_HD explicit operator int() const { return (int)(float)value; } \
		__GL_HD explicit operator unsigned() const { return (unsigned)(float)value; } \
		__GL_HD explicit operator long() const { return (long)(float)value; } \
		__GL_HD explicit operator unsigned long() const { return (unsigned long)(float)value; } \
		__GL_HD explicit operator long long() const { return (long long)(float)value; } \
		__GL_HD explicit operator unsigned long long() const { return (unsigned long long)(float)value; } \
		__GL_HD T &operator=(const raw &r) { value = __gl_bits<compiler_type>(r.x); return *this; } \
		__GL_HD T &operator=(float x) { value = (compiler_type)x; return *this; } \
		__GL_HD T &operator=(double x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T &operator=(short x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T &operator=(unsigned short x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T &operator=(long long x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T &operator=(unsigned long long x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T &operator=(int x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T &operator=(unsigned x) { value = (compiler_type)(float)x; return *this; } \
		__GL_HD T operator+() const { return *this; } \
		__GL_HD T operator-() const { return of(-value); } \
		__GL_HD T &operator++() { value = (compiler_type)((float)value + 1); return *this; } \
		__GL_HD T &operator--() { value = (compiler_type)((float)value - 1); return *this; } \
	}; \
	struct __align__(4) P { \
		T x, y; \
		P() = default; \
		__GL_HD P(const T &a, const T &b) : x(a), y(b) {} \
		__GL_HD P(const raw2 &r) : x(raw{r.x}), y(raw{r.y}) {} \
		__GL_HD operator raw2() const { raw2 r = {__gl_bits<unsigned short>(x.value), __gl_bits<unsigned short>(y.value)}; return r; } \
		__GL_HD P operator-() const { return P(-x, -y); } \
		__GL_HD static P of(compiler_type a, compiler_type b) { return P(T::of(a), T::of(b)); } \
	}; \
	__GL_SMALL_2(T, P, __hadd, , a + b) \
	__GL_SMALL_2(T, P, __hsub, , a - b) \
	__GL_SMALL_2(T, P, __hmul, , a * b) \
	__GL_SMALL_2(T, P, __hadd, _rn, a + b) \
	__GL_SMALL_2(T, P, __hsub, _rn, a - b) \
	__GL_SMALL_2(T, P, __hmul, _rn, a * b) \
	__GL_SMALL_2(T, P, __hadd, _sat, __gl_saturate((float)(a + b))) \
	__GL_SMALL_2(T, P, __hsub, _sat, __gl_saturate((float)(a - b))) \
	__GL_SMALL_2(T, P, __hmul, _sat, __gl_saturate((float)(a * b))) \
	__GL_SMALL_2(T, P, __hmax, , a > b ? a : b) \
	__GL_SMALL_2(T, P, __hmin, , a < b ? a : b) \
	__GL_SMALL_2(T, P, __hmax, _nan, a > b || a != a ? a : b) \
	__GL_SMALL_2(T, P, __hmin, _nan, a < b || a != a ? a : b) \
	__GL_HD T __hdiv(T u, T v) { return T::of(u.value / v.value); } \
	__GL_HD P __h2div(P u, P v) { return P(__hdiv(u.x, v.x), __hdiv(u.y, v.y)); } \
	__GL_HD T __hfma(T u, T v, T w) { return T(fma((float)u.value, (float)v.value, (float)w.value)); } \
	__GL_HD P __hfma2(P u, P v, P w) { return P(__hfma(u.x, v.x, w.x), __hfma(u.y, v.y, w.y)); } \
	__GL_HD T __hfma_sat(T u, T v, T w) { return T(__gl_saturate(fma((float)u.value, (float)v.value, (float)w.value))); } \
	__GL_HD P __hfma2_sat(P u, P v, P w) { return P(__hfma_sat(u.x, v.x, w.x), __hfma_sat(u.y, v.y, w.y)); } \
	__GL_HD P __hcmadd(P u, P v, P w) { return P(__hfma(-u.y, v.y, __hfma(u.x, v.x, w.x)), __hfma(u.y, v.x, __hfma(u.x, v.y, w.y))); } \
	__GL_HD T __hfma_relu(T u, T v, T w) { T r = __hfma(u, v, w); return r.value > 0 ? r : T(0.0f); } \
	__GL_HD P __hfma2_relu(P u, P v, P w) { return P(__hfma_relu(u.x, v.x, w.x), __hfma_relu(u.y, v.y, w.y)); } \
	__GL_SMALL_1(T, P, __hneg, -a) \
	__GL_SMALL_1(T, P, __habs, a < 0 ? -a : a) \
	__GL_SMALL_COMPARE(T, P, eq, ==) \
	__GL_SMALL_COMPARE(T, P, ne, !=) \
	__GL_SMALL_COMPARE(T, P, lt, <) \
	__GL_SMALL_COMPARE(T, P, le, <=) \
	__GL_SMALL_COMPARE(T, P, gt, >) \
	__GL_SMALL_COMPARE(T, P, ge, >=) \
	__GL_HD P __hisnan2(P u) { return P(T(isnan((float)u.x.value) ? 1.0f : 0.0f), T(isnan((float)u.y.value) ? 1.0f : 0.0f)); } \
	__GL_HD bool __hisnan(T u) { return isnan((float)u.value); } \
	__GL_HD int __hisinf(T u) { return isinf((float)u.value); } \
	__GL_SMALL_MATH(T, P, sqrt, sqrt((float)u.value)) \
	__GL_SMALL_MATH(T, P, rsqrt, rsqrt((float)u.value)) \
	__GL_SMALL_MATH(T, P, rcp, 1 / (float)u.value) \
	__GL_SMALL_MATH(T, P, exp, exp((float)u.value)) \
	__GL_SMALL_MATH(T, P, exp2, exp2((float)u.value)) \
	__GL_SMALL_MATH(T, P, exp10, exp10((float)u.value)) \
	__GL_SMALL_MATH(T, P, log, log((float)u.value)) \
	__GL_SMALL_MATH(T, P, log2, log2((float)u.value)) \
	__GL_SMALL_MATH(T, P, log10, log10((float)u.value)) \
	__GL_SMALL_MATH(T, P, sin, sin((float)u.value)) \
	__GL_SMALL_MATH(T, P, cos, cos((float)u.value)) \
	__GL_SMALL_MATH(T, P, tanh, tanh((float)u.value)) \
	__GL_SMALL_MATH(T, P, tanh_approx, tanh((float)u.value)) \
	__GL_SMALL_MATH(T, P, floor, floor((float)u.value)) \
	__GL_SMALL_MATH(T, P, ceil, ceil((float)u.value)) \
	__GL_SMALL_MATH(T, P, rint, rint((float)u.value)) \
	__GL_SMALL_MATH(T, P, trunc, trunc((float)u.value)) \
	__GL_SMALL_SHUFFLE(T, P, __shfl_sync, int) \
	__GL_SMALL_SHUFFLE(T, P, __shfl_up_sync, unsigned) \
	__GL_SMALL_SHUFFLE(T, P, __shfl_down_sync, unsigned) \
	__GL_SMALL_SHUFFLE(T, P, __shfl_xor_sync, int) \
	__device__ T atomicAdd(T *, T); \
	__device__ P atomicAdd(P *, P);

#define __GL_SMALL_MATH(T, P, f, expression) \
	__GL_HD T h##f(T u) { return T((float)(expression)); } \
	__GL_HD P h2##f(P v) { return P(h##f(v.x), h##f(v.y)); }

/* A number that needs no rounding. For others the rounded value is unknown. */
template <class T, class I> __GL_HD T
__gl_exactly(I x)
{
	T rounded((float)x);
	return (double)(float)rounded.value == (double)x ? rounded : T(__gl_unknown<float>());
}

/* __int2half_rn, __half2int_rz and similar conversions */
#define __GL_SMALL_INTEGER(T, name, integer, short_name) \
	__GL_HD T __##short_name##2##name##_rn(integer x) { return T((float)x); } \
	__GL_HD T __##short_name##2##name##_rz(integer x) { return __gl_exactly<T>(x); } \
	__GL_HD T __##short_name##2##name##_ru(integer x) { return __gl_exactly<T>(x); } \
	__GL_HD T __##short_name##2##name##_rd(integer x) { return __gl_exactly<T>(x); } \
	__GL_HD integer __##name##2##short_name##_rn(T h) { return __gl_round_to_int<integer>((float)h.value); } \
	__GL_HD integer __##name##2##short_name##_rz(T h) { return (integer)(float)h.value; } \
	__GL_HD integer __##name##2##short_name##_ru(T h) { return (integer)ceil((float)h.value); } \
	__GL_HD integer __##name##2##short_name##_rd(T h) { return (integer)floor((float)h.value); }
#define __GL_SMALL_FLOAT_CONVERSIONS(T, name) \
	__GL_SMALL_INTEGER(T, name, int, int) \
	__GL_SMALL_INTEGER(T, name, unsigned, uint) \
	__GL_SMALL_INTEGER(T, name, short, short) \
	__GL_SMALL_INTEGER(T, name, unsigned short, ushort) \
	__GL_SMALL_INTEGER(T, name, long long, ll) \
	__GL_SMALL_INTEGER(T, name, unsigned long long, ull) \
	__GL_HD signed char __##name##2char_rz(T h) { return (signed char)(float)h.value; } \
	__GL_HD unsigned char __##name##2uchar_rz(T h) { return (unsigned char)(float)h.value; }

#endif
