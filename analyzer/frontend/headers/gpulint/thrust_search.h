/* Thrust's searches, predicates and removals, for thrust_core.h. Their kernels are unknown. */
#ifndef GPULINT_THRUST_SEARCH_H
#define GPULINT_THRUST_SEARCH_H
#pragma GCC system_header
#include <gpulint/thrust_select.h>

namespace thrust {
#pragma clang force_cuda_host_device begin
inline equal_to<> __gl_sameness() { return equal_to<>(); }
template <class P> inline P __gl_sameness(P p) { return p; }
template <class P, class Op> inline P __gl_sameness(P p, Op) { return p; }
template <class T> inline plus<T> __gl_joining() { return plus<T>(); }
template <class T, class P> inline plus<T> __gl_joining(P) { return plus<T>(); }
template <class T, class P, class Op> inline Op __gl_joining(P, Op op) { return op; }
template <class L> struct __gl_after { L less; template <class A, class B> bool operator()(const A &a, const B &b) { return less(b, a); } };
template <class I, class L> struct __gl_falls_at { I in; L less; bool operator()(ptrdiff_t i) { return less(__gl_at(in, i + 1), __gl_at(in, i)); } };
template <class I, class J, class P> struct __gl_differs_at { I a; J b; P same; bool operator()(ptrdiff_t i) { return !same(__gl_at(a, i), __gl_at(b, i)); } };
template <class A, class B, class F> struct __gl_product_at { A a; B b; F f; auto operator()(ptrdiff_t i) { return f(__gl_at(a, i), __gl_at(b, i)); } };
template <class P, class T> struct __gl_replaced { P wanted; T to; template <class U> U operator()(const U &u) { return wanted(u) ? (U)to : u; } };
/* Whether a search among n elements found nothing. */
inline bool __gl_is_nowhere(ptrdiff_t place, ptrdiff_t n) { return __gl_is_known(place) ? place == n : __gl_unknown<bool>(); }
#pragma clang force_cuda_host_device end

#define __GL_SEARCHES(side, raw, policy, follows) \
	template <class I, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> find_if(policy I from, I to, P wanted) \
	{ \
		if constexpr (follows) \
			return from + __gl_follow_find(from, to - from, wanted); \
		return from + __gl_unknown<ptrdiff_t>(); \
	} \
	template <class I, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> find_if_not(policy I from, I to, P wanted) \
	{ \
		if constexpr (follows) \
			return from + __gl_follow_find(from, to - from, __gl_denied<P>{wanted}); \
		return from + __gl_unknown<ptrdiff_t>(); \
	} \
	template <class I, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> find(policy I from, I to, const T &value) \
	{ \
		if constexpr (follows) \
			return from + __gl_follow_find(from, to - from, __gl_is_value<__gl_value<I>>{(__gl_value<I>)value}); \
		return from + __gl_unknown<ptrdiff_t>(); \
	} \
	template <class I, class... L> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> min_element(policy I from, I to, L... less) \
	{ \
		if constexpr (follows) \
			return from + __gl_follow_first(from, to - from, __gl_order_of(less...)); \
		return from + __gl_unknown<ptrdiff_t>(); \
	} \
	template <class I, class... L> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> max_element(policy I from, I to, L... less) \
	{ \
		typedef decltype(__gl_order_of(less...)) order; \
		if constexpr (follows) \
			return from + __gl_follow_first(from, to - from, __gl_after<order>{__gl_order_of(less...)}); \
		return from + __gl_unknown<ptrdiff_t>(); \
	} \
	template <class I, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, bool> none_of(policy I from, I to, P p) \
	{ \
		if constexpr (follows) \
			return __gl_is_nowhere(__gl_follow_find(from, to - from, p), to - from); \
		return __gl_unknown<bool>(); \
	} \
	template <class I, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, bool> any_of(policy I from, I to, P p) \
	{ \
		if constexpr (follows) \
			return !__gl_is_nowhere(__gl_follow_find(from, to - from, p), to - from); \
		return __gl_unknown<bool>(); \
	} \
	template <class I, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, bool> all_of(policy I from, I to, P p) \
	{ \
		if constexpr (follows) \
			return __gl_is_nowhere(__gl_follow_find(from, to - from, __gl_denied<P>{p}), to - from); \
		return __gl_unknown<bool>(); \
	} \
	template <class I, class... L> inline side std::enable_if_t<!__gl_is_policy<I>::value, bool> is_sorted(policy I from, I to, L... less) \
	{ \
		typedef __gl_falls_at<I, decltype(__gl_order_of(less...))> falls; \
		if constexpr (follows && __gl_is_followed<I>) \
			return to - from < 2 || __gl_is_nowhere(__gl_follow_find(counting_iterator<ptrdiff_t>(0), to - from - 1, falls{from, __gl_order_of(less...)}), to - from - 1); \
		return __gl_unknown<bool>(); \
	} \
	template <class I, class J, class... P> inline side std::enable_if_t<!__gl_is_policy<I>::value, bool> equal(policy I from, I to, J other, P... same) \
	{ \
		typedef __gl_differs_at<I, J, decltype(__gl_sameness(same...))> differs; \
		if constexpr (follows && __gl_is_followed<I> && __gl_is_followed<J>) \
			return __gl_is_nowhere(__gl_follow_find(counting_iterator<ptrdiff_t>(0), to - from, differs{from, other, __gl_sameness(same...)}), to - from); \
		return __gl_unknown<bool>(); \
	} \
	template <class I, class J, class T, class Op, class F> inline side std::enable_if_t<!__gl_is_policy<I>::value, T> inner_product(policy I from, I to, J other, T init, Op op, F f) \
	{ \
		if constexpr (follows && __gl_is_followed<I> && __gl_is_followed<J>) \
			return __gl_sum<follows, raw>(counting_iterator<ptrdiff_t>(0), to - from, init, op, __gl_product_at<I, J, F>{from, other, f}); \
		return __gl_any<T>(); \
	} \
	template <class I, class J, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, T> inner_product(policy I from, I to, J other, T init) \
	{ \
		if constexpr (follows && __gl_is_followed<I> && __gl_is_followed<J>) \
			return __gl_sum<follows, raw>(counting_iterator<ptrdiff_t>(0), to - from, init, plus<T>(), __gl_product_at<I, J, multiplies<>>{from, other, {}}); \
		return __gl_any<T>(); \
	} \
	template <class I, class S, class O, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> copy_if(policy I from, I to, S stencil, O out, P wanted) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_copy_if(made, from, n, stencil, wanted); \
		made.put(out, n); \
		return out + made.count; \
	} \
	template <class I, class O, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> remove_copy_if(policy I from, I to, O out, P unwanted) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_copy_if(made, from, n, from, __gl_denied<P>{unwanted}); \
		made.put(out, n); \
		return out + made.count; \
	} \
	template <class I, class S, class O, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> remove_copy_if(policy I from, I to, S stencil, O out, P unwanted) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_copy_if(made, from, n, stencil, __gl_denied<P>{unwanted}); \
		made.put(out, n); \
		return out + made.count; \
	} \
	template <class I, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> remove_if(policy I from, I to, P unwanted) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<I>) \
			__gl_follow_copy_if(made, from, n, from, __gl_denied<P>{unwanted}); \
		made.put(from, n); \
		return from + made.count; \
	} \
	template <class I, class S, class P> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> remove_if(policy I from, I to, S stencil, P unwanted) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<I>) \
			__gl_follow_copy_if(made, from, n, stencil, __gl_denied<P>{unwanted}); \
		made.put(from, n); \
		return from + made.count; \
	} \
	template <class I, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> remove(policy I from, I to, const T &value) \
	{ \
		typedef __gl_is_value<__gl_value<I>> unwanted; \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<I>) \
			__gl_follow_copy_if(made, from, n, from, __gl_denied<unwanted>{unwanted{(__gl_value<I>)value}}); \
		made.put(from, n); \
		return from + made.count; \
	} \
	template <class I, class O, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> remove_copy(policy I from, I to, O out, const T &value) \
	{ \
		typedef __gl_is_value<__gl_value<I>> unwanted; \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_copy_if(made, from, n, from, __gl_denied<unwanted>{unwanted{(__gl_value<I>)value}}); \
		made.put(out, n); \
		return out + made.count; \
	} \
	template <class I, class... P> inline side std::enable_if_t<!__gl_is_policy<I>::value, I> unique(policy I from, I to, P... same) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<I>) \
			__gl_follow_unique(made, from, n, __gl_sameness(same...)); \
		made.put(from, n); \
		return from + made.count; \
	} \
	template <class I, class O, class... P> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> unique_copy(policy I from, I to, O out, P... same) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_unique(made, from, n, __gl_sameness(same...)); \
		made.put(out, n); \
		return out + made.count; \
	} \
	template <class K, class V, class KO, class VO, class... F> inline side std::enable_if_t<!__gl_is_policy<K>::value, pair<KO, VO>> reduce_by_key(policy K from, K to, V values, KO keys_out, VO values_out, F... f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<KO>> keys_made(follows ? n : -1); \
		__gl_results<__gl_stored<VO>> values_made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<VO>) \
			__gl_follow_runs(keys_made, values_made, from, n, values, __gl_sameness(f...), __gl_joining<__gl_stored<VO>>(f...)); \
		keys_made.put(keys_out, n); \
		values_made.put(values_out, n); \
		return pair<KO, VO>(keys_out + values_made.count, values_out + values_made.count); \
	} \
	template <class I, class O, class F, class Op> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> transform_inclusive_scan(policy I from, I to, O out, F f, Op op) \
	{ \
		typedef transform_iterator<F, I> input; \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<O>) \
			__gl_follow_scan<__gl_is_in_order<raw, I>>(made, input(from, f), n, __gl_stored<O>(), false, true, op); \
		made.put(out, n); \
		return out + n; \
	} \
	template <class I, class O, class F, class T, class Op> inline side std::enable_if_t<!__gl_is_policy<I>::value, O> transform_exclusive_scan(policy I from, I to, O out, F f, T init, Op op) \
	{ \
		typedef transform_iterator<F, I> input; \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<O>> made(follows ? n : -1); \
		if constexpr (follows && std::is_same_v<T, __gl_stored<O>>) \
			__gl_follow_scan<__gl_is_in_order<raw, I>>(made, input(from, f), n, init, true, false, op); \
		made.put(out, n); \
		return out + n; \
	} \
	template <class I, class P, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value> replace_if(policy I from, I to, P wanted, const T &value) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<I>) \
			__gl_follow_each(made, n, __gl_replaced<P, T>{wanted, value}, from); \
		made.put(from, n); \
	} \
	template <class I, class T> inline side std::enable_if_t<!__gl_is_policy<I>::value> replace(policy I from, I to, const T &old, const T &value) \
	{ \
		typedef __gl_is_value<__gl_value<I>> wanted; \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows && __gl_is_memory<I>) \
			__gl_follow_each(made, n, __gl_replaced<wanted, T>{wanted{(__gl_value<I>)old}, value}, from); \
		made.put(from, n); \
	}
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
__GL_WITH_POLICIES(__GL_SEARCHES)
#pragma clang attribute pop
#undef __GL_SEARCHES
}
#endif
