/* Thrust's selections, for thrust_core.h. */
#ifndef GPULINT_THRUST_SELECT_H
#define GPULINT_THRUST_SELECT_H
#pragma GCC system_header
#include <gpulint/cub_select.h>
#include <gpulint/thrust_scan.h>

namespace thrust {
template <class T, class U, class... R, class N> inline __device__ T __gl_item(const counting_iterator<U, R...> &in, N i) { return in[i]; }
template <bool raw, class I, class O, class F> inline void __gl_run_copy_if(const I &in, ptrdiff_t n, const O &out, const F &f)
{
	typedef __gl_value<I> T;
	if constexpr (__gl_stream<raw, I>::known && __gl_is_target<raw, O> && cub::detail::select::__gl_is_selected_whole<T>) {
		ptrdiff_t *count;
		cudaMalloc(&count, sizeof *count);
		cub::detail::select::__gl_run<T>(__gl_source(in), (cub::NullType *)0, out, count, n, f);
		cudaFree(count);
	}
}
/* A device thread that calls an algorithm executes it alone. */
template <bool raw, class I, class O, class F> inline __device__ void __gl_run_copy_if(const I &, ptrdiff_t, const O &, const F &) {}
#define __GL_SELECTIONS(side, raw, policy, follows) \
	template <class I, class O, class F> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> copy_if(policy I from, I to, O out, F f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_copy_if(made, from, n, from, f); \
		__gl_run_copy_if<raw>(from, n, out, f); \
		made.put(out, n); \
		return out + made.count; \
	}
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
__GL_WITH_POLICIES(__GL_SELECTIONS)
#pragma clang attribute pop
#undef __GL_SELECTIONS
}
#endif
