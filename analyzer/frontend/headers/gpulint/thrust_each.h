/* Thrust's element-wise algorithms, for thrust_core.h: through iterators that kernels accept. */
#ifndef GPULINT_THRUST_EACH_H
#define GPULINT_THRUST_EACH_H
#pragma GCC system_header
#include <gpulint/cub_for_each.h>

namespace thrust {
#pragma clang force_cuda_host_device begin
/* An iterator as a kernel receives it. Raw pointers point to device memory if a policy says so. */
template <bool raw, class I> struct __gl_stream { enum { known = false }; };
template <bool raw, class T> struct __gl_stream<raw, device_ptr<T>> { enum { known = true }; static T *of(const device_ptr<T> &p) { return p.get(); } };
template <class T> struct __gl_stream<true, T *> { enum { known = true }; static T *of(T *p) { return p; } };
template <bool raw, class T, class... R> struct __gl_stream<raw, counting_iterator<T, R...>> { enum { known = true }; static counting_iterator<T, R...> of(const counting_iterator<T, R...> &i) { return i; } };
template <bool raw, class T, class... R> struct __gl_stream<raw, constant_iterator<T, R...>> { enum { known = true }; static constant_iterator<T, R...> of(const constant_iterator<T, R...> &i) { return i; } };
template <bool raw, class F, class I, class... R> struct __gl_stream<raw, transform_iterator<F, I, R...>> {
	enum { known = __gl_stream<raw, I>::known };
	static transform_iterator<F, I, R...> of(const transform_iterator<F, I, R...> &i) { return i; }
};
/* Outputs to which a kernel may store. */
template <bool raw, class O> inline constexpr bool __gl_is_target = false;
template <bool raw, class T> inline constexpr bool __gl_is_target<raw, device_ptr<T>> = !__is_const(T);
template <class T> inline constexpr bool __gl_is_target<true, T *> = !__is_const(T);
/* Elements that are in memory unchanged. */
template <bool raw, class I> inline constexpr bool __gl_is_array = false;
template <bool raw, class T> inline constexpr bool __gl_is_array<raw, device_ptr<T>> = true;
template <class T> inline constexpr bool __gl_is_array<true, T *> = true;
/* Functions of the library whose arguments may be copies: Thrust has a kernel for them with bulk copies. */
template <class F> inline constexpr bool __gl_takes_copies = false;
#define __GL_TAKES_COPIES(name) template <class T> inline constexpr bool __gl_takes_copies<name<T>> = true;
__GL_TAKES_COPIES(plus) __GL_TAKES_COPIES(minus) __GL_TAKES_COPIES(multiplies) __GL_TAKES_COPIES(divides) __GL_TAKES_COPIES(modulus)
__GL_TAKES_COPIES(negate) __GL_TAKES_COPIES(less) __GL_TAKES_COPIES(greater) __GL_TAKES_COPIES(less_equal) __GL_TAKES_COPIES(greater_equal)
__GL_TAKES_COPIES(equal_to) __GL_TAKES_COPIES(not_equal_to) __GL_TAKES_COPIES(logical_and) __GL_TAKES_COPIES(logical_or)
__GL_TAKES_COPIES(logical_not) __GL_TAKES_COPIES(bit_and) __GL_TAKES_COPIES(bit_or) __GL_TAKES_COPIES(bit_xor) __GL_TAKES_COPIES(maximum)
__GL_TAKES_COPIES(minimum) __GL_TAKES_COPIES(identity) __GL_TAKES_COPIES(square)
#undef __GL_TAKES_COPIES
#pragma clang force_cuda_host_device end
/* Thrust loads through vectors' iterators and device pointers itself. Else a function loads its by-value arguments. */
__GL_LOADS(__gl_get_value)
template <class T, class N> inline __device__ T __gl_read(const device_ptr<T> &in, N i) { return __gl_get_value(in.get() + i); }
using cub::__gl_element;
template <class F, class A> inline __device__ decltype(auto) __gl_transformed(F &f, A &&a) { return f(std::forward<A>(a)); }
template <class F, class T, class... R, class N> inline __device__ auto __gl_read(const transform_iterator<F, device_ptr<T>, R...> &in, N i)
{
	F f = in.functor();
	std::remove_cv_t<T> value = __gl_read(in.base(), i);
	return f(value);
}
template <class F, class I, class... R, class N> inline __device__ auto __gl_read(const transform_iterator<F, I, R...> &in, N i)
{
	F f = in.functor();
	return __gl_transformed(f, __gl_element(in.base(), i));
}
template <class F, class I, class... R, class N> inline __device__ auto __gl_element(const transform_iterator<F, I, R...> &in, N i) { return __gl_read(in, i); }
template <class T, class N, class V> inline __device__ void __gl_assign(const device_ptr<T> &to, N i, V &&value) { to.get()[i] = (T)value; }
/* For permuted elements the index is loaded first, and the element where it is needed. */
using cub::detail::transform::__gl_assign;
__GL_LOADS(__gl_permute)
template <class T, class N> inline __device__ auto __gl_place(T *map, N i) { return __gl_permute(map + i); }
template <class T, class N> inline __device__ auto __gl_place(const device_ptr<T> &map, N i) { return __gl_read(map, i); }
template <class I, class J, class N> inline __device__ auto &__gl_element(const permutation_iterator<I, J> &in, N i) { return __gl_address(in.elements())[__gl_place(in.map(), i)]; }
template <class O, class J, class N, class V> inline __device__ void __gl_assign(const permutation_iterator<O, J> &to, N i, V &&value) { __gl_assign(to.elements(), __gl_place(to.map(), i), value); }
struct __gl_hand_on { template <class T> __device__ T &operator()(T &t) const { return t; } };
/* Through raw pointers each algorithm has its own store. */
template <class T, class N, class V> inline __device__ void __gl_fill_at(T *to, N i, V &&value) { to[i] = (T)value; }
template <class T, class N, class V> inline __device__ void __gl_fill_at(const device_ptr<T> &to, N i, V &&value) { __gl_assign(to, i, value); }
template <class T, class N, class V> inline __device__ void __gl_tabulate_at(T *to, N i, V &&value) { to[i] = (T)value; }
template <class T, class N, class V> inline __device__ void __gl_tabulate_at(const device_ptr<T> &to, N i, V &&value) { __gl_assign(to, i, value); }
template <class T, class V> inline __device__ void __gl_generate_at(T *to, V &&value) { *to = (T)value; }
/* Arguments that the function takes by value are loaded here. */
template <class F, class A> inline __device__ void __gl_apply_each(F &f, A &&a) { f(std::forward<A>(a)); }
template <class O, class T> struct __gl_fill_f { O out; T value; __device__ void operator()(ptrdiff_t i) { __gl_fill_at(out, i, value); } };
template <class O, class F> struct __gl_tabulate_f { O out; F f; __device__ void operator()(ptrdiff_t i) { __gl_tabulate_at(out, i, f(i)); } };
template <class O, class F> struct __gl_generate_f { O out; F f; __device__ void operator()(ptrdiff_t i) { __gl_generate_at(&out[i], f()); } };
template <class I, class F> struct __gl_each_f { I in; F f; __device__ void operator()(ptrdiff_t i) { __gl_apply_each(f, __gl_element(in, i)); } };
template <class T, class V> struct __gl_sequence_f { V start, step; __device__ T operator()(ptrdiff_t i) const { return (T)(start + step * (V)i); } };
template <bool raw, class O, class T> inline void __gl_run_fill(const O &out, ptrdiff_t n, const T &value)
{
	if constexpr (__gl_is_target<raw, O>)
		cub::detail::for_each::__gl_run(n, __gl_fill_f<O, T>{out, value});
}
template <bool raw, class O, class F> inline void __gl_run_tabulate(const O &out, ptrdiff_t n, const F &f)
{
	if constexpr (__gl_is_target<raw, O>)
		cub::detail::for_each::__gl_run(n, __gl_tabulate_f<O, F>{out, f});
}
template <bool raw, class O, class F> inline void __gl_run_generate(const O &out, ptrdiff_t n, const F &f)
{
	if constexpr (__gl_is_target<raw, O>)
		cub::detail::for_each::__gl_run(n, __gl_generate_f<decltype(__gl_stream<raw, O>::of(out)), F>{__gl_stream<raw, O>::of(out), f});
}
template <bool raw, class I, class F> inline void __gl_run_each(const I &in, ptrdiff_t n, const F &f)
{
	if constexpr (__gl_stream<raw, I>::known)
		cub::detail::for_each::__gl_run(n, __gl_each_f<decltype(__gl_stream<raw, I>::of(in)), F>{__gl_stream<raw, I>::of(in), f});
}
template <bool raw, class O, class F, class... I> inline void __gl_run_transform(const O &out, ptrdiff_t n, const F &f, const I &...in)
{
	if constexpr (__gl_is_target<raw, O> && (__gl_stream<raw, I>::known && ...) && !__gl_takes_copies<F>)
		cub::detail::transform::__gl_run(n, (0 + ... + (int)sizeof(__gl_value<I>)), f, out, __gl_stream<raw, I>::of(in)...);
}
template <bool raw, class O, class I, class J> inline void __gl_run_gather(const O &out, ptrdiff_t n, const I &in, const J &map)
{
	if constexpr (__gl_is_target<raw, O> && __gl_is_array<raw, I> && __gl_is_array<raw, J>)
		cub::detail::transform::__gl_run(n, sizeof(__gl_value<I>), __gl_hand_on(), out, permutation_iterator<I, J>(in, map));
}
template <bool raw, class O, class I, class J> inline void __gl_run_scatter(const O &out, ptrdiff_t n, const I &in, const J &map)
{
	if constexpr (__gl_is_target<raw, O> && __gl_is_array<raw, I> && __gl_is_array<raw, J>)
		cub::detail::transform::__gl_run(n, sizeof(__gl_value<I>), __gl_hand_on(), permutation_iterator<O, J>(out, map), __gl_stream<raw, I>::of(in));
}
/* A device thread that calls an algorithm executes it alone. */
template <bool raw, class O, class I, class J> inline __device__ void __gl_run_gather(const O &, ptrdiff_t, const I &, const J &) {}
template <bool raw, class O, class I, class J> inline __device__ void __gl_run_scatter(const O &, ptrdiff_t, const I &, const J &) {}
template <bool raw, class O, class T> inline __device__ void __gl_run_fill(const O &, ptrdiff_t, const T &) {}
template <bool raw, class O, class F> inline __device__ void __gl_run_tabulate(const O &, ptrdiff_t, const F &) {}
template <bool raw, class O, class F> inline __device__ void __gl_run_generate(const O &, ptrdiff_t, const F &) {}
template <bool raw, class I, class F> inline __device__ void __gl_run_each(const I &, ptrdiff_t, const F &) {}
template <bool raw, class O, class F, class... I> inline __device__ void __gl_run_transform(const O &, ptrdiff_t, const F &, const I &...) {}
template <class T> inline __host__ __device__ void __gl_fill(T *from, size_t n, const T &value)
{
	std::vector<T> all(n, value);
	if (n)
		cudaMemcpy((void *)from, all.data(), n * sizeof(T), cudaMemcpyDefault);
}
}
#include <gpulint/thrust_follow.h>
namespace thrust {
/* Algorithms on host memory process it in order. */
template <bool raw, class I> inline constexpr bool __gl_is_in_order = !raw && __is_pointer(I);
/* With a leading device policy, and without one; host code is evaluated. */
#define __GL_NO_POLICY
#define __GL_POLICY const __gl_device_policy &,
#define __GL_WITH_POLICIES(define) \
	define(__host__, false, __GL_NO_POLICY, true) \
	define(__host__, true, __GL_POLICY, true) \
	define(__device__, false, __GL_NO_POLICY, false) \
	define(__device__, true, __GL_POLICY, false)
#define __GL_ELEMENTWISE(side, raw, policy, follows) \
	template <class I, class T> inline side void fill(policy I from, I to, const T &value) \
	{ \
		auto *p = __gl_address(from); \
		__gl_run_fill<raw>(from, to - from, value); \
		if constexpr (!__is_void(std::remove_pointer_t<decltype(p)>)) \
			__gl_fill(p, to - from, (std::remove_pointer_t<decltype(p)>)value); \
	} \
	template <class I, class V = __gl_value<I>> inline side void sequence(policy I from, I to, V start = 0, V step = 1) \
	{ \
		size_t n = to - from; \
		__gl_run_tabulate<raw>(from, n, __gl_sequence_f<__gl_value<I>, V>{start, step}); \
		std::vector<__gl_value<I>> all(n); \
		for (size_t i = 0; i < n; i++) \
			all[i] = start + step * (V)i; \
		if (n) \
			cudaMemcpy((void *)__gl_address(from), all.data(), n * sizeof(__gl_value<I>), cudaMemcpyDefault); \
	} \
	template <class I, class F> inline side void tabulate(policy I from, I to, F f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_value<I>> made(follows ? n : -1); \
		if constexpr (follows) \
			__gl_follow_each(made, n, f, counting_iterator<ptrdiff_t>(0)); \
		__gl_run_tabulate<raw>(from, n, f); \
		made.put(from, n); \
	} \
	template <class I, class F> inline side void generate(policy I from, I to, F f) \
	{ \
		__gl_run_generate<raw>(from, to - from, f); \
		if constexpr (follows && !raw && __is_pointer(I)) \
			std::generate(from, to, f); \
		else \
			__gl_lose(from, to - from); \
	} \
	template <class I, class F> inline side I for_each(policy I from, I to, F f) { __gl_run_each<raw>(from, to - from, f); __gl_lose(from, to - from); return to; } \
	template <class I, class N, class F, class = std::enable_if_t<std::is_integral_v<N>>> inline side I for_each_n(policy I from, N n, F f) { __gl_run_each<raw>(from, n, f); __gl_lose(from, n); return from + n; } \
	template <class I, class O, class F> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> transform(policy I from, I to, O out, F f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows) \
			__gl_follow_each(made, n, f, from); \
		__gl_run_transform<raw>(out, n, f, from); \
		made.put(out, n); \
		return out + n; \
	} \
	template <class J, class I, class O> inline side std::enable_if_t<!__gl_is_policy<J>::value, O> gather(policy J from, J to, I in, O out) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows) \
			__gl_follow_each(made, n, __gl_same(), permutation_iterator<I, J>(in, from)); \
		__gl_run_gather<raw>(out, n, in, from); \
		made.put(out, n); \
		return out + n; \
	} \
	template <class I, class J, class O> inline side std::enable_if_t<!__gl_is_policy<I>::value> scatter(policy I from, I to, J map, O out) \
	{ \
		__gl_run_scatter<raw>(out, to - from, from, map); \
		__gl_lose(out, ~(size_t)0 / 64); \
	} \
	template <class I, class J, class O, class F> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> transform(policy I from, I to, J other, O out, F f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows) \
			__gl_follow_each(made, n, f, from, other); \
		__gl_run_transform<raw>(out, n, f, from, other); \
		made.put(out, n); \
		return out + n; \
	}
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
__GL_WITH_POLICIES(__GL_ELEMENTWISE)
#pragma clang attribute pop
#undef __GL_ELEMENTWISE
}
#endif
