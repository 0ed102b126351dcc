/* Intrinsics on bits and integers, and the reinterpretation of a value's bits. */
#ifndef GPULINT_INTEGER_FUNCTIONS_H
#define GPULINT_INTEGER_FUNCTIONS_H
#pragma GCC system_header

extern "C" {
__device__ int __popc(unsigned);
__device__ int __popcll(unsigned long long);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned __brev(unsigned);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned __byte_perm(unsigned, unsigned, unsigned selector);
__device__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift);
__device__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift);
__device__ int __mul24(int, int);
__device__ unsigned __umul24(unsigned, unsigned);
__device__ int __mulhi(int, int);
__device__ unsigned __umulhi(unsigned, unsigned);
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ unsigned __sad(int, int, unsigned);
__device__ unsigned __usad(unsigned, unsigned, unsigned);
__device__ int __hadd(int, int);
__device__ int __rhadd(int, int);
}
inline __device__ unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
inline __device__ unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
inline __device__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) { return shift >= 32 ? low : __funnelshift_l(low, high, shift); }
inline __device__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) { return shift >= 32 ? high : __funnelshift_r(low, high, shift); }
inline __device__ int mulhi(int a, int b) { return __mulhi(a, b); }
inline __device__ unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
inline __device__ long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
inline __device__ int mul24(int a, int b) { return __mul24(a, b); }
inline __device__ unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }

inline __device__ int __float_as_int(float x) { return __gl_bits<int>(x); }
inline __device__ unsigned __float_as_uint(float x) { return __gl_bits<unsigned>(x); }
inline __device__ float __int_as_float(int x) { return __gl_bits<float>(x); }
inline __device__ float __uint_as_float(unsigned x) { return __gl_bits<float>(x); }
inline __device__ long long __double_as_longlong(double x) { return __gl_bits<long long>(x); }
inline __device__ double __longlong_as_double(long long x) { return __gl_bits<double>(x); }
inline __device__ int __double2hiint(double x) { return (int)(__gl_bits<long long>(x) >> 32); }
inline __device__ int __double2loint(double x) { return (int)__gl_bits<long long>(x); }
inline __device__ double __hiloint2double(int high, int low)
{
	return __gl_bits<double>(((long long)high << 32) | (unsigned)low);
}
inline __device__ int float_as_int(float x) { return __float_as_int(x); }
inline __device__ float int_as_float(int x) { return __int_as_float(x); }

#endif
