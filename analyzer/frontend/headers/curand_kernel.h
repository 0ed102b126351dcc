/* cuRAND in device code. The states have the size of the real ones, because they are loaded and stored. The drawn
 * numbers are unknown. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_
#pragma GCC system_header
#include <curand.h>
#include <gpulint/primitives.h>
struct curandStateXORWOW { unsigned d, v[5]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned STATE; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStateMRG32k3a { unsigned s1[3], s2[3]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStateMtgp32 { unsigned s[1024]; int offset, pIdx; void *k; int precise_double_flag; };
struct curandStateSobol32 { unsigned i, x, c, direction_vectors[32]; };
struct curandStateScrambledSobol32 { unsigned i, x, c, direction_vectors[32]; };
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
#define QUALIFIERS static __forceinline__ __device__
#define __GL_DRAW(result, name) \
	template <class S> inline __device__ result name(S *state) \
	{ \
		__gl_forget(state, sizeof *state); \
		return __gl_any<result>(); \
	}
template <class S> inline __device__ void curand_init(unsigned long long, unsigned long long, unsigned long long, S *state) { __gl_forget(state, sizeof *state); }
template <class V, class S> inline __device__ void curand_init(V, unsigned long long, S *state) { __gl_forget(state, sizeof *state); }
template <class S> inline __device__ void skipahead(unsigned long long, S *state) { __gl_forget(state, sizeof *state); }
template <class S> inline __device__ void skipahead_sequence(unsigned long long, S *state) { __gl_forget(state, sizeof *state); }
__GL_DRAW(unsigned, curand)
__GL_DRAW(uint4, curand4)
__GL_DRAW(float, curand_uniform)
__GL_DRAW(double, curand_uniform_double)
__GL_DRAW(float2, curand_uniform2)
__GL_DRAW(float4, curand_uniform4)
__GL_DRAW(double2, curand_uniform2_double)
__GL_DRAW(float, curand_normal)
__GL_DRAW(double, curand_normal_double)
__GL_DRAW(float2, curand_normal2)
__GL_DRAW(double2, curand_normal2_double)
__GL_DRAW(float4, curand_normal4)
#undef __GL_DRAW
template <class S> inline __device__ float curand_log_normal(S *state, float, float) { return curand_normal(state); }
template <class S> inline __device__ double curand_log_normal_double(S *state, double, double) { return curand_normal_double(state); }
template <class S> inline __device__ unsigned curand_poisson(S *state, double) { return curand(state); }
#endif
