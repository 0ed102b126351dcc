/* The results and outputs of Thrust's algorithms, computed on the host in addition to their kernels. Elements must be
 * accessible by index, and the host loops affordable. The result must not depend on the device's order, as that of
 * integer sums, unlike floating-point sums. The output is computed in separate memory before the kernels run, and
 * copied to its place after them. */
#ifndef GPULINT_THRUST_FOLLOW_H
#define GPULINT_THRUST_FOLLOW_H
#pragma GCC system_header
#include <algorithm>
#include <vector>
#include <gpulint/thrust_core.h>
#pragma clang force_cuda_host_device begin
namespace thrust {
template <class I> inline constexpr bool __gl_is_followed = false;
template <class T> inline constexpr bool __gl_is_followed<T *> = true;
template <class T> inline constexpr bool __gl_is_followed<device_ptr<T>> = true;
template <class T, class... R> inline constexpr bool __gl_is_followed<counting_iterator<T, R...>> = true;
template <class T, class... R> inline constexpr bool __gl_is_followed<constant_iterator<T, R...>> = true;
template <class F, class I, class... R> inline constexpr bool __gl_is_followed<transform_iterator<F, I, R...>> = __gl_is_followed<I>;
template <class I, class J, class... R> inline constexpr bool __gl_is_followed<permutation_iterator<I, J, R...>> = __gl_is_followed<I> && __gl_is_followed<J>;
/* Elements that are in memory unchanged. */
template <class I> inline constexpr bool __gl_is_memory = false;
template <class T> inline constexpr bool __gl_is_memory<T *> = true;
template <class T> inline constexpr bool __gl_is_memory<device_ptr<T>> = true;

template <class T> inline T &__gl_at(T *p, ptrdiff_t i) { return p[i]; }
template <class T> inline T &__gl_at(const device_ptr<T> &p, ptrdiff_t i) { return p.get()[i]; }
template <class T, class... R> inline T __gl_at(const counting_iterator<T, R...> &in, ptrdiff_t i) { return in[i]; }
template <class T, class... R> inline T __gl_at(const constant_iterator<T, R...> &in, ptrdiff_t i) { return in[i]; }
template <class F, class I, class... R> inline auto __gl_at(const transform_iterator<F, I, R...> &in, ptrdiff_t i)
{
	F f = in.functor();
	return f(__gl_at(in.base(), i));
}
template <class I, class J, class... R> inline decltype(auto) __gl_at(const permutation_iterator<I, J, R...> &in, ptrdiff_t i)
{
	return __gl_at(in.elements(), __gl_at(in.map(), i));
}

/* Iterates over n elements as long as the results are known. */
struct __gl_course {
	ptrdiff_t n;
	bool lost;
	explicit __gl_course(ptrdiff_t count) : n(count), lost(!__gl_is_known(count) || count < 0 || count > __gl_most_sorted) {}
	bool goes_on() { return !lost && !(lost = n > __gl_most_walked && __gl_is_walked()); }
	template <class T> bool knows(const T &value)
	{
		if constexpr (__is_scalar(T))
			lost = lost || !__gl_is_known(value);
		return !lost;
	}
};
/* Whether a sum of the type is the same in any order. */
template <class T, class Op> inline constexpr bool __gl_is_orderless = __is_integral(T) || __is_enum(T);
template <class T> inline constexpr bool __gl_is_orderless<T, maximum<T>> = true;
template <class T> inline constexpr bool __gl_is_orderless<T, minimum<T>> = true;

/* The type that is stored through an iterator. */
template <class O> struct __gl_target { typedef char type; };
template <class T> struct __gl_target<T *> { typedef T type; };
template <class T> struct __gl_target<device_ptr<T>> { typedef T type; };
template <class O> using __gl_stored = std::remove_cv_t<typename __gl_target<O>::type>;
/* The output of an algorithm, at most n elements; empty if it is not computed. */
template <class T> struct __gl_results {
	T *items;
	ptrdiff_t count;               /* unknown: all results are unknown */
	explicit __gl_results(ptrdiff_t n) : items(0), count(__gl_unknown<ptrdiff_t>())
	{
		if (!__gl_course(n).lost && __is_trivially_copyable(T))
			items = __gl_allocate<T>(n);
	}
	~__gl_results() { __gl_delete(items); }
	void ends(ptrdiff_t written, const __gl_course &course)
	{
		if (!course.lost)
			count = written;
	}
	template <class O> void put(const O &out, ptrdiff_t most) const
	{
		__gl_lose(out, most);
		if constexpr (__gl_is_memory<O>) {
			if (items && __gl_is_known(count) && count > 0)
				memcpy((void *)__gl_address(out), items, count * sizeof(T));
		}
	}
};
/* f(in[i]...) for each i; unknown elements stay unknown. */
template <class T, class F, class... I> inline void __gl_follow_each(__gl_results<T> &made, ptrdiff_t n, F f, const I &...in)
{
	if constexpr ((__gl_is_followed<I> && ...)) {
		__gl_course course(n);
		if (!made.items)
			return;
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++)
			made.items[i] = (T)f(__gl_at(in, i)...);
		made.ends(n, course);
	}
}
/* Starts from `sum` and leaves the total there. */
template <bool in_order, class I, class T, class Op, class F> inline bool __gl_follow_sum(const I &in, ptrdiff_t n, T &sum, Op op, F f)
{
	if constexpr (__gl_is_followed<I> && (in_order || __gl_is_orderless<T, Op>)) {
		__gl_course course(n);
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			sum = op(sum, f(__gl_at(in, i)));
			course.knows(sum);
		}
		return !course.lost;
	}
	return false;
}
struct __gl_same { template <class T> const T &operator()(const T &t) const { return t; } };
template <class P> struct __gl_as_count { P p; template <class T> ptrdiff_t operator()(const T &t) { return p(t) ? 1 : 0; } };
/* sum: the value before the first element, if has_first. */
template <bool in_order, class I, class T, class Op> inline void __gl_follow_scan(__gl_results<T> &made, const I &in, ptrdiff_t n, T sum, bool has_first, bool is_inclusive, Op op)
{
	if constexpr (__gl_is_followed<I> && (in_order || __gl_is_orderless<T, Op>)) {
		__gl_course course(n);
		if (!made.items)
			return;
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			const T value = __gl_at(in, i);
			const T with = has_first || i > 0 ? (T)op(sum, value) : value;
			made.items[i] = is_inclusive ? with : sum;
			sum = with;
			course.knows(sum);
		}
		made.ends(n, course);
	}
}
/* The index of the first element that satisfies the predicate; n: none does. */
template <class I, class P> inline ptrdiff_t __gl_follow_find(const I &in, ptrdiff_t n, P wanted)
{
	if constexpr (__gl_is_followed<I>) {
		__gl_course course(n);
		ptrdiff_t place = n;
		for (ptrdiff_t i = 0; i < place && course.goes_on(); i++) {
			const bool is_wanted = wanted(__gl_at(in, i));
			if (course.knows(is_wanted) && is_wanted)
				place = i;
		}
		if (!course.lost)
			return place;
	}
	return __gl_unknown<ptrdiff_t>();
}
/* The index of the first element that no other one precedes in that order. */
template <class I, class L> inline ptrdiff_t __gl_follow_first(const I &in, ptrdiff_t n, L before)
{
	if constexpr (__gl_is_followed<I>) {
		__gl_course course(n);
		ptrdiff_t best = 0;
		for (ptrdiff_t i = 1; i < n && course.goes_on(); i++) {
			const bool is_before = before(__gl_at(in, i), __gl_at(in, best));
			if (course.knows(is_before) && is_before)
				best = i;
		}
		if (!course.lost)
			return best;
	}
	return __gl_unknown<ptrdiff_t>();
}
/* The elements whose stencil satisfies the predicate. */
template <class T, class I, class S, class P> inline void __gl_follow_copy_if(__gl_results<T> &made, const I &in, ptrdiff_t n, const S &stencil, P wanted)
{
	if constexpr (__gl_is_followed<I> && __gl_is_followed<S>) {
		__gl_course course(n);
		ptrdiff_t count = 0;
		if (!made.items)
			return;
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			const bool is_wanted = wanted(__gl_at(stencil, i));
			if (course.knows(is_wanted) && is_wanted)
				made.items[count++] = (T)__gl_at(in, i);
		}
		made.ends(count, course);
	}
}
template <class P> struct __gl_denied { P p; template <class T> bool operator()(const T &t) { return !p(t); } };
template <class T> struct __gl_is_value { T value; bool operator()(const T &t) const { return t == value; } };
/* One key of each run of equal keys, with the result over its values. */
template <class A, class T, class K, class V, class Same, class Op> inline void
__gl_follow_runs(__gl_results<A> &keys_made, __gl_results<T> &values_made, const K &keys, ptrdiff_t n, const V &values, Same same, Op op)
{
	if constexpr (__gl_is_followed<K> && __gl_is_followed<V> && __gl_is_orderless<T, Op>) {
		__gl_course course(n);
		ptrdiff_t count = 0;
		if (!keys_made.items || !values_made.items)
			return;
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			const bool continues = i > 0 && same(__gl_at(keys, i - 1), __gl_at(keys, i));
			const T value = __gl_at(values, i);
			if (!course.knows(continues))
				break;
			if (continues) {
				values_made.items[count - 1] = (T)op(values_made.items[count - 1], value);
			} else {
				values_made.items[count] = value;
				keys_made.items[count++] = (A)__gl_at(keys, i);
			}
		}
		keys_made.ends(count, course);
		values_made.ends(count, course);
	}
}
template <class T, class I, class P> inline void __gl_follow_unique(__gl_results<T> &made, const I &in, ptrdiff_t n, P same)
{
	if constexpr (__gl_is_followed<I>) {
		__gl_course course(n);
		ptrdiff_t count = 0;
		if (!made.items)
			return;
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			const bool is_same = i > 0 && same(made.items[count - 1], __gl_at(in, i));
			if (course.knows(is_same) && !is_same)
				made.items[count++] = (T)__gl_at(in, i);
		}
		made.ends(count, course);
	}
}
/* Sorts are stable. std::stable_sort forgets the unknown parts of the keys. */
template <class L> struct __gl_by_key { L less; template <class P> bool operator()(const P &a, const P &b) { return less(a.first, b.first); } };
template <class T, class K, class L> inline void __gl_follow_sort(__gl_results<T> &made, const K &keys, ptrdiff_t n, L less)
{
	if constexpr (__gl_is_memory<K>) {
		if (!made.items)
			return;
		if (n > 0)
			memcpy((void *)made.items, __gl_address(keys), n * sizeof(T));
		std::stable_sort(made.items, made.items + n, less);
		made.count = n;
	}
}
template <class T, class U, class K, class V, class L> inline void
__gl_follow_sort_by_key(__gl_results<T> &keys_made, __gl_results<U> &values_made, const K &keys, const V &values, ptrdiff_t n, L less)
{
	if constexpr (__gl_is_memory<K> && __gl_is_memory<V>) {
		typedef std::pair<T, U> item;
		__gl_course course(n);
		if (!keys_made.items || !values_made.items)
			return;
		item *all = __gl_allocate<item>(n);
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			all[i].first = __gl_at(keys, i);
			all[i].second = __gl_at(values, i);
		}
		if (!course.lost)
			std::stable_sort(all, all + n, __gl_by_key<L>{less});
		for (ptrdiff_t i = 0; i < n && course.goes_on(); i++) {
			keys_made.items[i] = all[i].first;
			values_made.items[i] = all[i].second;
		}
		__gl_delete(all);
		keys_made.ends(n, course);
		values_made.ends(n, course);
	}
}
inline less<> __gl_order_of() { return less<>(); }
template <class F> inline F __gl_order_of(F f) { return f; }
}
#pragma clang force_cuda_host_device end
#endif
