/* Thrust's prefix sums, for thrust_core.h. */
#ifndef GPULINT_THRUST_SCAN_H
#define GPULINT_THRUST_SCAN_H
#pragma GCC system_header
#include <gpulint/cub_scan.h>
#include <gpulint/thrust_reduce.h>

template <class T> inline constexpr bool cub::detail::scan::__gl_is_tuned<thrust::plus<T>> = true;
template <class T> inline constexpr bool cub::detail::scan::__gl_is_tuned<thrust::minimum<T>> = true;
template <class T> inline constexpr bool cub::detail::scan::__gl_is_tuned<thrust::maximum<T>> = true;

namespace thrust {
template <bool raw, class Accum, class I, class O, class Op, class Init> inline O __gl_scan(const I &in, ptrdiff_t n, const O &out, const Op &op, const Init &init)
{
	constexpr bool is_inclusive = std::is_same_v<Init, cub::NullType>;
	__gl_results<__gl_stored<O>> made(n);
	if constexpr (std::is_same_v<Accum, __gl_stored<O>> && std::is_same_v<Accum, __gl_value<I>>) {
		if constexpr (is_inclusive)
			__gl_follow_scan<__gl_is_in_order<raw, I>>(made, in, n, Accum(), false, true, op);
		else
			__gl_follow_scan<__gl_is_in_order<raw, I>>(made, in, n, (Accum)init, true, false, op);
	}
	if constexpr (__gl_stream<raw, I>::known && __gl_is_target<raw, O> && cub::detail::scan::__gl_is_whole<Accum>) {
		if (__gl_is_known(n) && n >> 32)
			cub::detail::scan::__gl_run<Accum>(__gl_source(in), out, (unsigned long long)n, op, init);
		else
			cub::detail::scan::__gl_run<Accum>(__gl_source(in), out, (unsigned)n, op, init);
	}
	made.put(out, n);
	return out + n;
}
/* A device thread that calls an algorithm executes it alone. */
template <bool raw, class Accum, class I, class O, class Op, class Init> inline __device__ O __gl_scan(const I &, ptrdiff_t n, const O &out, const Op &, const Init &)
{
	__gl_lose(out, n);
	return out + n;
}
#define __GL_SCANS(side, raw, policy, follows) \
	template <class I, class O, class T, class Op> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> exclusive_scan(policy I from, I to, O out, T init, Op op) { return __gl_scan<raw, T>(from, to - from, out, op, init); } \
	template <class I, class O, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> exclusive_scan(policy I from, I to, O out, T init) { return __gl_scan<raw, T>(from, to - from, out, plus<>(), init); } \
	template <class I, class O> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> exclusive_scan(policy I from, I to, O out) { return __gl_scan<raw, __gl_value<I>>(from, to - from, out, plus<>(), __gl_value<I>()); } \
	template <class I, class O, class Op> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> inclusive_scan(policy I from, I to, O out, Op op) { return __gl_scan<raw, __gl_value<I>>(from, to - from, out, op, cub::NullType()); } \
	template <class I, class O> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> inclusive_scan(policy I from, I to, O out) { return __gl_scan<raw, __gl_value<I>>(from, to - from, out, plus<>(), cub::NullType()); }
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
__GL_WITH_POLICIES(__GL_SCANS)
#pragma clang attribute pop
#undef __GL_SCANS
}
#endif
