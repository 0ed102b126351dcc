/* The vectors of x86 processors, for host code in the same file as kernels. Element-wise operations are modelled; the
 * results of those that move elements are unknown. */
#ifndef GPULINT_HOST_VECTORS_H
#define GPULINT_HOST_VECTORS_H
#pragma GCC system_header
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <gpulint/primitives.h>

#define __GL_VECTOR(__bits) \
	struct alignas(__bits / 8) __m##__bits { float __v[__bits / 32]; }; \
	struct alignas(__bits / 8) __m##__bits##d { double __v[__bits / 64]; }; \
	struct alignas(__bits / 8) __m##__bits##i { \
		union { int8_t __b8[__bits / 8]; int16_t __b16[__bits / 16]; int32_t __b32[__bits / 32]; int64_t __b64[__bits / 64]; }; \
	}; \
	typedef __m##__bits __m##__bits##_u; \
	typedef __m##__bits##i __m##__bits##i_u;
__GL_VECTOR(128)
__GL_VECTOR(256)
__GL_VECTOR(512)
#undef __GL_VECTOR
typedef long long __m64;
typedef uint8_t __mmask8;
typedef uint16_t __mmask16;
typedef uint32_t __mmask32;
typedef uint64_t __mmask64;

/* ---- floating point: float and double for each width ---- */

#define __GL_EACH(__vector, __n, __value) \
	__vector __r; \
	for (int __i = 0; __i < __n; __i++) \
		__r.__v[__i] = __value; \
	return __r
#define __GL_REAL_LOAD(__name, __vector, __element, __n) inline __vector __name(const __element *__p) { __GL_EACH(__vector, __n, __p[__i]); }
#define __GL_REAL_STORE(__name, __vector, __element, __n) \
	inline void __name(__element *__p, __vector __a) { for (int __i = 0; __i < __n; __i++) __p[__i] = __a.__v[__i]; }
#define __GL_REAL_BINARY(__name, __vector, __n, __value) inline __vector __name(__vector __a, __vector __b) { __GL_EACH(__vector, __n, __value); }
#define __GL_REAL_TERNARY(__name, __vector, __n, __value) inline __vector __name(__vector __a, __vector __b, __vector __c) { __GL_EACH(__vector, __n, __value); }
#define __GL_REAL(__prefix, __suffix, __vector, __element, __n) \
	inline __vector __prefix##_setzero_##__suffix() { __GL_EACH(__vector, __n, 0); } \
	inline __vector __prefix##_undefined_##__suffix() { return __gl_any<__vector>(); } \
	inline __vector __prefix##_set1_##__suffix(__element __x) { __GL_EACH(__vector, __n, __x); } \
	template <class... _Args> inline __vector __prefix##_setr_##__suffix(_Args... __x) { const __element __all[] = {(__element)__x...}; __GL_EACH(__vector, __n, __all[__i]); } \
	template <class... _Args> inline __vector __prefix##_set_##__suffix(_Args... __x) { const __element __all[] = {(__element)__x...}; __GL_EACH(__vector, __n, __all[__n - 1 - __i]); } \
	__GL_REAL_LOAD(__prefix##_load_##__suffix, __vector, __element, __n) \
	__GL_REAL_LOAD(__prefix##_loadu_##__suffix, __vector, __element, __n) \
	__GL_REAL_STORE(__prefix##_store_##__suffix, __vector, __element, __n) \
	__GL_REAL_STORE(__prefix##_storeu_##__suffix, __vector, __element, __n) \
	__GL_REAL_STORE(__prefix##_stream_##__suffix, __vector, __element, __n) \
	__GL_REAL_BINARY(__prefix##_add_##__suffix, __vector, __n, __a.__v[__i] + __b.__v[__i]) \
	__GL_REAL_BINARY(__prefix##_sub_##__suffix, __vector, __n, __a.__v[__i] - __b.__v[__i]) \
	__GL_REAL_BINARY(__prefix##_mul_##__suffix, __vector, __n, __a.__v[__i] * __b.__v[__i]) \
	__GL_REAL_BINARY(__prefix##_div_##__suffix, __vector, __n, __a.__v[__i] / __b.__v[__i]) \
	__GL_REAL_BINARY(__prefix##_min_##__suffix, __vector, __n, __a.__v[__i] < __b.__v[__i] ? __a.__v[__i] : __b.__v[__i]) \
	__GL_REAL_BINARY(__prefix##_max_##__suffix, __vector, __n, __a.__v[__i] > __b.__v[__i] ? __a.__v[__i] : __b.__v[__i]) \
	__GL_REAL_TERNARY(__prefix##_fmadd_##__suffix, __vector, __n, __builtin_fma(__a.__v[__i], __b.__v[__i], __c.__v[__i])) \
	__GL_REAL_TERNARY(__prefix##_fmsub_##__suffix, __vector, __n, __builtin_fma(__a.__v[__i], __b.__v[__i], -__c.__v[__i])) \
	__GL_REAL_TERNARY(__prefix##_fnmadd_##__suffix, __vector, __n, __builtin_fma(-__a.__v[__i], __b.__v[__i], __c.__v[__i])) \
	__GL_REAL_TERNARY(__prefix##_fnmsub_##__suffix, __vector, __n, __builtin_fma(-__a.__v[__i], __b.__v[__i], -__c.__v[__i])) \
	inline __vector __prefix##_sqrt_##__suffix(__vector __a) { __GL_EACH(__vector, __n, sqrt(__a.__v[__i])); } \
	inline __vector __prefix##_ceil_##__suffix(__vector __a) { __GL_EACH(__vector, __n, ceil(__a.__v[__i])); } \
	inline __vector __prefix##_floor_##__suffix(__vector __a) { __GL_EACH(__vector, __n, floor(__a.__v[__i])); } \
	inline __element __prefix##_reduce_add_##__suffix(__vector __a) { __element __sum = 0; for (int __i = 0; __i < __n; __i++) __sum += __a.__v[__i]; return __sum; }
__GL_REAL(_mm, ps, __m128, float, 4)
__GL_REAL(_mm, pd, __m128d, double, 2)
__GL_REAL(_mm256, ps, __m256, float, 8)
__GL_REAL(_mm256, pd, __m256d, double, 4)
__GL_REAL(_mm512, ps, __m512, float, 16)
__GL_REAL(_mm512, pd, __m512d, double, 8)
inline __m128 _mm_set_ps1(float __x) { return _mm_set1_ps(__x); }
inline __m128 _mm_load_ps1(const float *__p) { return _mm_set1_ps(*__p); }
inline __m128 _mm_load1_ps(const float *__p) { return _mm_set1_ps(*__p); }
inline __m128d _mm_load1_pd(const double *__p) { return _mm_set1_pd(*__p); }
inline __m256 _mm256_broadcast_ss(const float *__p) { return _mm256_set1_ps(*__p); }
inline __m256d _mm256_broadcast_sd(const double *__p) { return _mm256_set1_pd(*__p); }
inline float _mm_cvtss_f32(__m128 __a) { return __a.__v[0]; }
inline double _mm_cvtsd_f64(__m128d __a) { return __a.__v[0]; }
inline float _mm256_cvtss_f32(__m256 __a) { return __a.__v[0]; }
inline double _mm256_cvtsd_f64(__m256d __a) { return __a.__v[0]; }
#undef __GL_REAL
#undef __GL_REAL_LOAD
#undef __GL_REAL_STORE
#undef __GL_REAL_BINARY
#undef __GL_REAL_TERNARY
#undef __GL_EACH

/* ---- integers: elements of 8 to 64 bits for each width ---- */

#define __GL_EACH(__vector, __w, __value) \
	__vector __r; \
	for (unsigned __i = 0; __i < sizeof __r * 8 / __w; __i++) \
		__r.__b##__w[__i] = __value; \
	return __r
#define __GL_WHOLE(__prefix, __vector, __bits) \
	inline __vector __prefix##_setzero_si##__bits() { __GL_EACH(__vector, 64, 0); } \
	inline __vector __prefix##_undefined_si##__bits() { return __gl_any<__vector>(); } \
	inline __vector __prefix##_load_si##__bits(const void *__p) { return *(const __vector *)__p; } \
	inline __vector __prefix##_loadu_si##__bits(const void *__p) { return *(const __vector *)__p; } \
	inline void __prefix##_store_si##__bits(void *__p, __vector __a) { *(__vector *)__p = __a; } \
	inline void __prefix##_storeu_si##__bits(void *__p, __vector __a) { *(__vector *)__p = __a; } \
	inline void __prefix##_stream_si##__bits(void *__p, __vector __a) { *(__vector *)__p = __a; } \
	inline __vector __prefix##_and_si##__bits(__vector __a, __vector __b) { __GL_EACH(__vector, 64, __a.__b64[__i] & __b.__b64[__i]); } \
	inline __vector __prefix##_or_si##__bits(__vector __a, __vector __b) { __GL_EACH(__vector, 64, __a.__b64[__i] | __b.__b64[__i]); } \
	inline __vector __prefix##_xor_si##__bits(__vector __a, __vector __b) { __GL_EACH(__vector, 64, __a.__b64[__i] ^ __b.__b64[__i]); } \
	inline __vector __prefix##_andnot_si##__bits(__vector __a, __vector __b) { __GL_EACH(__vector, 64, ~__a.__b64[__i] & __b.__b64[__i]); }
#define __GL_INTEGERS(__prefix, __vector, __w, __suffix) \
	inline __vector __prefix##_set1_##__suffix(int##__w##_t __x) { __GL_EACH(__vector, __w, __x); } \
	template <class... _Args> inline __vector __prefix##_setr_##__suffix(_Args... __x) { const int##__w##_t __all[] = {(int##__w##_t)__x...}; __GL_EACH(__vector, __w, __all[__i]); } \
	template <class... _Args> inline __vector __prefix##_set_##__suffix(_Args... __x) { const int##__w##_t __all[] = {(int##__w##_t)__x...}; __GL_EACH(__vector, __w, __all[sizeof...(__x) - 1 - __i]); }
#define __GL_INTEGER_OPERATIONS(__prefix, __vector, __w) \
	inline __vector __prefix##_add_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, (int##__w##_t)((uint##__w##_t)__a.__b##__w[__i] + (uint##__w##_t)__b.__b##__w[__i])); } \
	inline __vector __prefix##_sub_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, (int##__w##_t)((uint##__w##_t)__a.__b##__w[__i] - (uint##__w##_t)__b.__b##__w[__i])); } \
	inline __vector __prefix##_min_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, __a.__b##__w[__i] < __b.__b##__w[__i] ? __a.__b##__w[__i] : __b.__b##__w[__i]); } \
	inline __vector __prefix##_max_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, __a.__b##__w[__i] > __b.__b##__w[__i] ? __a.__b##__w[__i] : __b.__b##__w[__i]); } \
	inline __vector __prefix##_min_epu##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, (uint##__w##_t)__a.__b##__w[__i] < (uint##__w##_t)__b.__b##__w[__i] ? __a.__b##__w[__i] : __b.__b##__w[__i]); } \
	inline __vector __prefix##_max_epu##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, (uint##__w##_t)__a.__b##__w[__i] > (uint##__w##_t)__b.__b##__w[__i] ? __a.__b##__w[__i] : __b.__b##__w[__i]); } \
	inline __vector __prefix##_mullo_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, (int##__w##_t)((uint64_t)__a.__b##__w[__i] * (uint64_t)__b.__b##__w[__i])); } \
	inline __vector __prefix##_cmpeq_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, __a.__b##__w[__i] == __b.__b##__w[__i] ? -1 : 0); } \
	inline __vector __prefix##_cmpgt_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, __a.__b##__w[__i] > __b.__b##__w[__i] ? -1 : 0); } \
	inline __vector __prefix##_cmplt_epi##__w(__vector __a, __vector __b) { __GL_EACH(__vector, __w, __a.__b##__w[__i] < __b.__b##__w[__i] ? -1 : 0); } \
	inline __vector __prefix##_slli_epi##__w(__vector __a, unsigned __n) { __GL_EACH(__vector, __w, __n < __w ? (int##__w##_t)((uint##__w##_t)__a.__b##__w[__i] << __n) : 0); } \
	inline __vector __prefix##_srli_epi##__w(__vector __a, unsigned __n) { __GL_EACH(__vector, __w, __n < __w ? (int##__w##_t)((uint##__w##_t)__a.__b##__w[__i] >> __n) : 0); } \
	inline __vector __prefix##_srai_epi##__w(__vector __a, unsigned __n) { __GL_EACH(__vector, __w, __a.__b##__w[__i] >> (__n < __w ? __n : __w - 1)); } \
	inline int##__w##_t __prefix##_extract_epi##__w(__vector __a, int __i) { return __a.__b##__w[__i]; } \
	inline __vector __prefix##_insert_epi##__w(__vector __a, long __x, int __i) { __a.__b##__w[__i] = (int##__w##_t)__x; return __a; }
#define __GL_WIDTH(__prefix, __vector, __bits) \
	__GL_WHOLE(__prefix, __vector, __bits) \
	__GL_INTEGERS(__prefix, __vector, 8, epi8) \
	__GL_INTEGERS(__prefix, __vector, 16, epi16) \
	__GL_INTEGERS(__prefix, __vector, 32, epi32) \
	__GL_INTEGERS(__prefix, __vector, 64, epi64x) \
	__GL_INTEGERS(__prefix, __vector, 64, epi64) \
	__GL_INTEGER_OPERATIONS(__prefix, __vector, 8) \
	__GL_INTEGER_OPERATIONS(__prefix, __vector, 16) \
	__GL_INTEGER_OPERATIONS(__prefix, __vector, 32) \
	__GL_INTEGER_OPERATIONS(__prefix, __vector, 64)
__GL_WIDTH(_mm, __m128i, 128)
__GL_WIDTH(_mm256, __m256i, 256)
__GL_WIDTH(_mm512, __m512i, 512)
inline int _mm_cvtsi128_si32(__m128i __a) { return __a.__b32[0]; }
inline long long _mm_cvtsi128_si64(__m128i __a) { return __a.__b64[0]; }
inline __m128i _mm_cvtsi32_si128(int __x) { return _mm_setr_epi32(__x, 0, 0, 0); }
inline __m128i _mm_cvtsi64_si128(long long __x) { return _mm_setr_epi64x(__x, 0); }
#define __GL_CONVERT(__name, __to, __member, __from, __source, __n, __cast) \
	inline __to __name(__from __a) { __to __r; for (int __i = 0; __i < __n; __i++) __r.__member[__i] = __cast(__a.__source[__i]); return __r; }
__GL_CONVERT(_mm_cvtepi32_ps, __m128, __v, __m128i, __b32, 4, (float))
__GL_CONVERT(_mm_cvttps_epi32, __m128i, __b32, __m128, __v, 4, (int))
__GL_CONVERT(_mm_cvtps_epi32, __m128i, __b32, __m128, __v, 4, (int)rint)
__GL_CONVERT(_mm256_cvtepi32_ps, __m256, __v, __m256i, __b32, 8, (float))
__GL_CONVERT(_mm256_cvttps_epi32, __m256i, __b32, __m256, __v, 8, (int))
__GL_CONVERT(_mm256_cvtps_epi32, __m256i, __b32, __m256, __v, 8, (int)rint)
__GL_CONVERT(_mm256_cvtps_pd, __m256d, __v, __m128, __v, 4, (double))
__GL_CONVERT(_mm256_cvtpd_ps, __m128, __v, __m256d, __v, 4, (float))
__GL_CONVERT(_mm256_castps256_ps128, __m128, __v, __m256, __v, 4, )
__GL_CONVERT(_mm256_castpd256_pd128, __m128d, __v, __m256d, __v, 2, )
__GL_CONVERT(_mm256_castsi256_si128, __m128i, __b64, __m256i, __b64, 2, )
#undef __GL_CONVERT
#undef __GL_WIDTH
#undef __GL_WHOLE
#undef __GL_INTEGERS
#undef __GL_INTEGER_OPERATIONS
#undef __GL_EACH

/* ---- unknown results ---- */

#define __GL_UNKNOWN(__result, __name) \
	template <class... _Args> inline __result __name(_Args &&...) { return __gl_any<__result>(); }
#define __GL_UNKNOWN_REAL(__prefix, __ps, __pd, __si) \
	__GL_UNKNOWN(__ps, __prefix##_and_ps) __GL_UNKNOWN(__pd, __prefix##_and_pd) \
	__GL_UNKNOWN(__ps, __prefix##_or_ps) __GL_UNKNOWN(__pd, __prefix##_or_pd) \
	__GL_UNKNOWN(__ps, __prefix##_xor_ps) __GL_UNKNOWN(__pd, __prefix##_xor_pd) \
	__GL_UNKNOWN(__ps, __prefix##_andnot_ps) __GL_UNKNOWN(__pd, __prefix##_andnot_pd) \
	__GL_UNKNOWN(__ps, __prefix##_cmp_ps) __GL_UNKNOWN(__pd, __prefix##_cmp_pd) \
	__GL_UNKNOWN(__ps, __prefix##_blend_ps) __GL_UNKNOWN(__pd, __prefix##_blend_pd) \
	__GL_UNKNOWN(__ps, __prefix##_blendv_ps) __GL_UNKNOWN(__pd, __prefix##_blendv_pd) \
	__GL_UNKNOWN(__ps, __prefix##_shuffle_ps) __GL_UNKNOWN(__pd, __prefix##_shuffle_pd) \
	__GL_UNKNOWN(__ps, __prefix##_permute_ps) __GL_UNKNOWN(__pd, __prefix##_permute_pd) \
	__GL_UNKNOWN(__ps, __prefix##_unpacklo_ps) __GL_UNKNOWN(__pd, __prefix##_unpacklo_pd) \
	__GL_UNKNOWN(__ps, __prefix##_unpackhi_ps) __GL_UNKNOWN(__pd, __prefix##_unpackhi_pd) \
	__GL_UNKNOWN(__ps, __prefix##_hadd_ps) __GL_UNKNOWN(__pd, __prefix##_hadd_pd) \
	__GL_UNKNOWN(__ps, __prefix##_rcp_ps) __GL_UNKNOWN(__ps, __prefix##_rsqrt_ps) \
	__GL_UNKNOWN(__ps, __prefix##_round_ps) __GL_UNKNOWN(__pd, __prefix##_round_pd) \
	__GL_UNKNOWN(__ps, __prefix##_castsi_ps) __GL_UNKNOWN(__pd, __prefix##_castps_pd) __GL_UNKNOWN(__ps, __prefix##_castpd_ps) \
	__GL_UNKNOWN(__ps, __prefix##_maskload_ps) __GL_UNKNOWN(__pd, __prefix##_maskload_pd) \
	__GL_UNKNOWN(int, __prefix##_movemask_ps) __GL_UNKNOWN(int, __prefix##_movemask_pd) __GL_UNKNOWN(int, __prefix##_movemask_epi8) \
	__GL_UNKNOWN(__si, __prefix##_shuffle_epi8) __GL_UNKNOWN(__si, __prefix##_shuffle_epi32) __GL_UNKNOWN(__si, __prefix##_shufflelo_epi16) \
	__GL_UNKNOWN(__si, __prefix##_shufflehi_epi16) __GL_UNKNOWN(__si, __prefix##_blendv_epi8) \
	__GL_UNKNOWN(__si, __prefix##_unpacklo_epi8) __GL_UNKNOWN(__si, __prefix##_unpacklo_epi16) __GL_UNKNOWN(__si, __prefix##_unpacklo_epi32) __GL_UNKNOWN(__si, __prefix##_unpacklo_epi64) \
	__GL_UNKNOWN(__si, __prefix##_unpackhi_epi8) __GL_UNKNOWN(__si, __prefix##_unpackhi_epi16) __GL_UNKNOWN(__si, __prefix##_unpackhi_epi32) __GL_UNKNOWN(__si, __prefix##_unpackhi_epi64) \
	__GL_UNKNOWN(__si, __prefix##_packs_epi16) __GL_UNKNOWN(__si, __prefix##_packs_epi32) __GL_UNKNOWN(__si, __prefix##_packus_epi16) __GL_UNKNOWN(__si, __prefix##_packus_epi32) \
	__GL_UNKNOWN(__si, __prefix##_madd_epi16) __GL_UNKNOWN(__si, __prefix##_maddubs_epi16) __GL_UNKNOWN(__si, __prefix##_mulhi_epi16) __GL_UNKNOWN(__si, __prefix##_mul_epu32) \
	__GL_UNKNOWN(__si, __prefix##_mul_epi32) __GL_UNKNOWN(__si, __prefix##_abs_epi8) __GL_UNKNOWN(__si, __prefix##_abs_epi16) __GL_UNKNOWN(__si, __prefix##_abs_epi32) \
	__GL_UNKNOWN(__si, __prefix##_sad_epu8) __GL_UNKNOWN(__si, __prefix##_avg_epu8) __GL_UNKNOWN(__si, __prefix##_alignr_epi8) __GL_UNKNOWN(__si, __prefix##_hadd_epi32) \
	__GL_UNKNOWN(__si, __prefix##_cvtepu8_epi16) __GL_UNKNOWN(__si, __prefix##_cvtepi8_epi16) __GL_UNKNOWN(__si, __prefix##_cvtepu8_epi32) __GL_UNKNOWN(__si, __prefix##_cvtepi16_epi32)
__GL_UNKNOWN_REAL(_mm, __m128, __m128d, __m128i)
__GL_UNKNOWN_REAL(_mm256, __m256, __m256d, __m256i)
__GL_UNKNOWN_REAL(_mm512, __m512, __m512d, __m512i)
#undef __GL_UNKNOWN_REAL
#define __GL_UNKNOWN_128(__name) __GL_UNKNOWN(__m128, __name##_ps) __GL_UNKNOWN(__m128d, __name##_pd) __GL_UNKNOWN(__m128, __name##_ss) __GL_UNKNOWN(__m128d, __name##_sd)
__GL_UNKNOWN_128(_mm_cmpeq) __GL_UNKNOWN_128(_mm_cmplt) __GL_UNKNOWN_128(_mm_cmple) __GL_UNKNOWN_128(_mm_cmpgt)
__GL_UNKNOWN_128(_mm_cmpge) __GL_UNKNOWN_128(_mm_cmpneq) __GL_UNKNOWN_128(_mm_addsub) __GL_UNKNOWN_128(_mm_dp)
#define __GL_UNKNOWN_SCALAR(__name) __GL_UNKNOWN(__m128, __name##_ss) __GL_UNKNOWN(__m128d, __name##_sd)
__GL_UNKNOWN_SCALAR(_mm_add) __GL_UNKNOWN_SCALAR(_mm_sub) __GL_UNKNOWN_SCALAR(_mm_mul) __GL_UNKNOWN_SCALAR(_mm_div)
__GL_UNKNOWN_SCALAR(_mm_min) __GL_UNKNOWN_SCALAR(_mm_max) __GL_UNKNOWN_SCALAR(_mm_sqrt) __GL_UNKNOWN_SCALAR(_mm_set)
__GL_UNKNOWN_SCALAR(_mm_load) __GL_UNKNOWN_SCALAR(_mm_move) __GL_UNKNOWN_SCALAR(_mm_fmadd)
#undef __GL_UNKNOWN_SCALAR
#undef __GL_UNKNOWN_128
__GL_UNKNOWN(__m128, _mm_movehl_ps) __GL_UNKNOWN(__m128, _mm_movelh_ps) __GL_UNKNOWN(__m128, _mm_movehdup_ps)
__GL_UNKNOWN(__m128, _mm_moveldup_ps) __GL_UNKNOWN(__m128, _mm_castsi128_ps) __GL_UNKNOWN(__m128i, _mm_castps_si128)
__GL_UNKNOWN(__m128d, _mm_castsi128_pd) __GL_UNKNOWN(__m128i, _mm_castpd_si128) __GL_UNKNOWN(__m256, _mm256_castsi256_ps)
__GL_UNKNOWN(__m256i, _mm256_castps_si256) __GL_UNKNOWN(__m256d, _mm256_castsi256_pd) __GL_UNKNOWN(__m256i, _mm256_castpd_si256)
__GL_UNKNOWN(__m256, _mm256_castps128_ps256) __GL_UNKNOWN(__m256i, _mm256_castsi128_si256)
__GL_UNKNOWN(__m128, _mm256_extractf128_ps) __GL_UNKNOWN(__m128d, _mm256_extractf128_pd) __GL_UNKNOWN(__m128i, _mm256_extracti128_si256)
__GL_UNKNOWN(__m256, _mm256_insertf128_ps) __GL_UNKNOWN(__m256i, _mm256_inserti128_si256) __GL_UNKNOWN(__m256, _mm256_permute2f128_ps)
__GL_UNKNOWN(__m256d, _mm256_permute2f128_pd) __GL_UNKNOWN(__m256i, _mm256_permute2x128_si256) __GL_UNKNOWN(__m256i, _mm256_permute4x64_epi64)
__GL_UNKNOWN(__m256, _mm256_permutevar8x32_ps) __GL_UNKNOWN(__m256i, _mm256_permutevar8x32_epi32)
__GL_UNKNOWN(__m256, _mm256_i32gather_ps) __GL_UNKNOWN(__m256d, _mm256_i32gather_pd) __GL_UNKNOWN(__m256i, _mm256_i32gather_epi32)
__GL_UNKNOWN(__m128i, _mm_slli_si128) __GL_UNKNOWN(__m128i, _mm_srli_si128) __GL_UNKNOWN(__m128i, _mm_loadl_epi64)
__GL_UNKNOWN(__m128i, _mm_cvtps_ph) __GL_UNKNOWN(__m128, _mm_cvtph_ps) __GL_UNKNOWN(__m128i, _mm256_cvtps_ph) __GL_UNKNOWN(__m256, _mm256_cvtph_ps)
__GL_UNKNOWN(int, _mm_testz_si128) __GL_UNKNOWN(int, _mm256_testz_si256) __GL_UNKNOWN(unsigned, _mm_crc32_u8)
__GL_UNKNOWN(unsigned, _mm_crc32_u32) __GL_UNKNOWN(unsigned long long, _mm_crc32_u64)
#undef __GL_UNKNOWN
inline void _mm_storel_epi64(void *__p, __m128i __a) { *(int64_t *)__p = __a.__b64[0]; }
inline void _mm_store_ss(float *__p, __m128 __a) { *__p = __a.__v[0]; }
inline void _mm_store_sd(double *__p, __m128d __a) { *__p = __a.__v[0]; }
template <class _Mp> inline void _mm256_maskstore_ps(float *__p, _Mp, __m256) { __gl_forget(__p, 32); }
template <class _Mp> inline void _mm256_maskstore_pd(double *__p, _Mp, __m256d) { __gl_forget(__p, 32); }

/* ---- the processor ---- */

inline void *_mm_malloc(size_t __bytes, size_t) { return malloc(__bytes); }
inline void _mm_free(void *__p) { free(__p); }
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1
#define _MM_HINT_NTA 0
#define _mm_prefetch(__p, __hint) ((void)(__p))
/* The parser has builtins of these names and allows no other definition. */
#define _mm_pause __gl_mm_pause
#define _mm_sfence __gl_mm_sfence
#define _mm_lfence __gl_mm_lfence
#define _mm_mfence __gl_mm_mfence
#define _mm_getcsr __gl_mm_getcsr
#define _mm_setcsr __gl_mm_setcsr
#define __rdtsc __gl_rdtsc
#define _rdtsc __gl_rdtsc
inline void __gl_mm_pause() {}
inline void __gl_mm_sfence() {}
inline void __gl_mm_lfence() {}
inline void __gl_mm_mfence() {}
inline void _mm256_zeroupper() {}
inline void _mm256_zeroall() {}
inline unsigned __gl_mm_getcsr() { return __gl_unknown<unsigned>(); }
inline void __gl_mm_setcsr(unsigned) {}
inline unsigned long long __gl_rdtsc() { return __gl_unknown<unsigned long long>(); }
inline unsigned long long __rdtscp(unsigned *__core) { *__core = __gl_unknown<unsigned>(); return __gl_unknown<unsigned long long>(); }
inline int _mm_popcnt_u32(unsigned __x) { return __builtin_popcount(__x); }
inline long long _mm_popcnt_u64(unsigned long long __x) { return __builtin_popcountll(__x); }
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_FLUSH_ZERO_OFF 0
#define _MM_SET_FLUSH_ZERO_MODE(__mode) ((void)(__mode))
#define _MM_DENORMALS_ZERO_ON 0x40
#define _MM_SET_DENORMALS_ZERO_MODE(__mode) ((void)(__mode))
#define _MM_SHUFFLE(__z, __y, __x, __w) ((__z) << 6 | (__y) << 4 | (__x) << 2 | (__w))
enum { _CMP_EQ_OQ, _CMP_LT_OS, _CMP_LE_OS, _CMP_UNORD_Q, _CMP_NEQ_UQ, _CMP_NLT_US, _CMP_NLE_US, _CMP_ORD_Q, _CMP_NGE_US = 9, _CMP_NGT_US, _CMP_GE_OS = 13, _CMP_GT_OS, _CMP_LT_OQ = 17, _CMP_LE_OQ, _CMP_GE_OQ = 29, _CMP_GT_OQ };
enum { _MM_FROUND_TO_NEAREST_INT, _MM_FROUND_TO_NEG_INF, _MM_FROUND_TO_POS_INF, _MM_FROUND_TO_ZERO, _MM_FROUND_NO_EXC = 8 };

#endif
