/* Thrust's reductions to one number, for thrust_core.h. */
#ifndef GPULINT_THRUST_REDUCE_H
#define GPULINT_THRUST_REDUCE_H
#pragma GCC system_header
#include <gpulint/cub_reduce.h>
#include <gpulint/thrust_each.h>

namespace thrust {
template <class I> inline auto __gl_source(const I &i) { return __gl_stream<true, I>::of(i); }
template <class T> inline device_ptr<T> __gl_source(const device_ptr<T> &p) { return p; }
template <bool raw, class I, class T, class Op, class F> inline void __gl_run_reduce(const I &in, ptrdiff_t n, const T &, const Op &op, const F &f)
{
	if constexpr (__gl_stream<raw, I>::known && std::is_arithmetic_v<T>) {
		T *result;
		cudaMalloc(&result, sizeof(T));
		cub::detail::reduce::__gl_run<T>(__gl_source(in), result, n, op, f);
		cudaFree(result);
	}
}
template <bool raw, class I, class F> inline void __gl_run_count(const I &in, ptrdiff_t n, const F &f)
{
	if constexpr (__gl_stream<raw, I>::known)
		__gl_run_reduce<raw>(transform_iterator<F, I>(in, f), n, (ptrdiff_t)0, plus<ptrdiff_t>(), cub::detail::reduce::__gl_identity());
}
template <bool raw, class I, class F> inline __device__ void __gl_run_count(const I &, ptrdiff_t, const F &) {}
template <bool raw, class I, class T, class Op, class F> inline __device__ void __gl_run_reduce(const I &, ptrdiff_t, const T &, const Op &, const F &) {}
template <class T> inline __device__ bool __gl_compare(const T &a, const T &b) { return a == b; }
template <class T> struct __gl_equal_to_value { T value; __device__ bool operator()(const T &a) const { return __gl_compare(a, value); } };
/* The result of a reduction; unknown in device code. */
template <bool follows, bool raw, class T, class I, class Op, class F> inline __host__ __device__ T __gl_sum(const I &from, ptrdiff_t n, T sum, Op op, F f)
{
	if constexpr (follows) {
		if (__gl_follow_sum<__gl_is_in_order<raw, I>>(from, n, sum, op, f))
			return sum;
	}
	return __gl_any<T>();
}
#define __GL_REDUCTIONS(side, raw, policy, follows) \
	template <class I, class F> inline side std::enable_if_t<!__gl_is_policy<I>::value, ptrdiff_t> count_if(policy I from, I to, F f) \
	{ \
		__gl_run_count<raw>(from, to - from, f); \
		return __gl_sum<follows, raw>(from, to - from, (ptrdiff_t)0, plus<ptrdiff_t>(), __gl_as_count<F>{f}); \
	} \
	template <class I, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, ptrdiff_t> count(policy I from, I to, const T &value) \
	{ \
		__gl_run_count<raw>(from, to - from, __gl_equal_to_value<__gl_value<I>>{(__gl_value<I>)value}); \
		typedef __gl_is_value<__gl_value<I>> is_value; \
		return __gl_sum<follows, raw>(from, to - from, (ptrdiff_t)0, plus<ptrdiff_t>(), __gl_as_count<is_value>{is_value{(__gl_value<I>)value}}); \
	} \
	template <class I, class T, class Op> inline side std::enable_if_t<!__gl_is_policy<I>::value, T> reduce(policy I from, I to, T init, Op op) \
	{ \
		__gl_run_reduce<raw>(from, to - from, init, op, cub::detail::reduce::__gl_identity()); \
		return __gl_sum<follows, raw>(from, to - from, init, op, __gl_same()); \
	} \
	template <class I, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, T> reduce(policy I from, I to, T init) \
	{ \
		__gl_run_reduce<raw>(from, to - from, init, plus<T>(), cub::detail::reduce::__gl_identity()); \
		return __gl_sum<follows, raw>(from, to - from, init, plus<T>(), __gl_same()); \
	} \
	template <class I> inline side __gl_value<I> reduce(policy I from, I to) \
	{ \
		typedef __gl_value<I> T; \
		__gl_run_reduce<raw>(from, to - from, T(), plus<T>(), cub::detail::reduce::__gl_identity()); \
		return __gl_sum<follows, raw>(from, to - from, T(), plus<T>(), __gl_same()); \
	} \
	template <class I, class F, class T, class Op> inline side std::enable_if_t<!__gl_is_policy<I>::value, T> transform_reduce(policy I from, I to, F f, T init, Op op) \
	{ \
		__gl_run_reduce<raw>(from, to - from, init, op, f); \
		return __gl_sum<follows, raw>(from, to - from, init, op, f); \
	}
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
__GL_WITH_POLICIES(__GL_REDUCTIONS)
#pragma clang attribute pop
#undef __GL_REDUCTIONS
}
#endif
