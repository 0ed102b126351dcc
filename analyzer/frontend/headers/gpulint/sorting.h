/* Sorting and related algorithms, for data that is known and not too large; other data becomes unknown, and so does
 * its order. std::sort works as in libstdc++, which shows if elements compare equal but differ. */
#ifndef GPULINT_SORTING
#define GPULINT_SORTING
#pragma GCC system_header
#include <iterator>
#include <gpulint/memory_core.h>
#include <gpulint/merge_sort.h>
#include <gpulint/primitives.h>
#pragma clang force_cuda_host_device begin
namespace std {
struct __gl_less { template <class A, class B> bool operator()(const A &a, const B &b) const { return a < b; } };

/* The order and the values become unknown: for a sort, shuffle or partition. */
template <class I> inline void __gl_forget_range(I first, I last)
{
	if constexpr (__is_pointer(I)) {
		__gl_reorder(first, (last - first) * sizeof *first);
	} else {
		for (; first != last; ++first)
			__gl_reorder(&*first, sizeof *first);
	}
}
/* An unknown position in a range: the result of a search that depends on data. */
template <class I> inline I __gl_somewhere(I first, I last)
{
	if constexpr (__is_pointer(I)) {
		return first + __gl_unknown<ptrdiff_t>();
	} else {
		__gl_forget(&last, sizeof last);
		return last;
	}
}

/* Whether a range is so short that its operations take only a part of the budget. */
template <class I> inline bool __gl_is_short(I first, I last, int most)
{
	if constexpr (is_base_of_v<random_access_iterator_tag, typename iterator_traits<I>::iterator_category>) {
		const ptrdiff_t count = last - first;
		return __gl_is_known(count) && count <= most;
	} else {
		int count = 0;
		for (; count <= most && first != last; ++first)
			count++;
		return __gl_is_known(count) && count <= most;
	}
}
enum { __gl_most_moved = 1024 };
/* The comparison for sorting a range. */
template <class I, class L> inline __gl_asked<L> __gl_order(I first, I last, L less)
{
	return __gl_asked<L>{less, !__gl_is_short(first, last, __gl_most_sorted), !__gl_is_short(first, last, __gl_most_walked)};
}

template <class I, class O> inline void __gl_median_to(I to, I a, I b, I c, O &before)
{
	if (before(*a, *b))
		swap(*to, *(before(*b, *c) ? b : before(*a, *c) ? c : a));
	else
		swap(*to, *(before(*a, *c) ? a : before(*b, *c) ? c : b));
}
/* Partitions by the median of three. Yields the first position of the elements that are not less than the pivot. */
template <class I, class O> inline I __gl_part(I first, I last, O &before)
{
	I low = first + 1, high = last;
	__gl_median_to(first, first + 1, first + (last - first) / 2, last - 1, before);
	for (;;) {
		while (before(*low, *first))
			++low;
		--high;
		while (before(*first, *high))
			--high;
		if (!(low < high))
			return low;
		swap(*low, *high);
		++low;
	}
}
/* A pending part, and how often it may be partitioned further. Beyond that, which is rare, libstdc++ uses another sort. */
struct __gl_waiting {
	ptrdiff_t begin, end;
	int depth;
};
/* Partitions into short parts, each before the next. Without recursion, so that it is one loop. The longer part
 * becomes pending, which keeps the list short. */
template <class I, class O> inline void __gl_part_all(I first, ptrdiff_t count, O &before)
{
	__gl_waiting waiting[20];
	int waiting_count = 1, depth = 0;
	for (ptrdiff_t n = count; n > 1; n /= 2)
		depth += 2;
	waiting[0] = {0, count, depth};
	while (waiting_count && before.goes_on()) {
		const __gl_waiting part = waiting[--waiting_count];
		if (part.end - part.begin <= __gl_sorted_by_insertion)
			continue;
		if (!part.depth) {
			before.lost = true;
			break;
		}
		const ptrdiff_t middle = __gl_part(first + part.begin, first + part.end, before) - first;
		const bool left_waits = middle - part.begin > part.end - middle;
		waiting[waiting_count++] = {left_waits ? part.begin : middle, left_waits ? middle : part.end, part.depth - 1};
		waiting[waiting_count++] = {left_waits ? middle : part.begin, left_waits ? part.end : middle, part.depth - 1};
	}
}
template <class I, class L> inline void sort(I first, I last, L less)
{
	__gl_asked<L> before = __gl_order(first, last, less);
	if (!before.lost) {
		__gl_part_all(first, last - first, before);
		__gl_insertion_sort(first, last, (typename iterator_traits<I>::value_type *)0, before);
	}
	if (before.lost)
		__gl_forget_range(first, last);
}
template <class I> inline void sort(I first, I last) { sort(first, last, __gl_less()); }

template <class I, class L> inline void stable_sort(I first, I last, L less)
{
	typedef typename iterator_traits<I>::value_type T;
	__gl_asked<L> before = __gl_order(first, last, less);
	if (!before.lost) {
		T *aside = (T *)__gl_new((last - first) * sizeof(T) + 1);
		__gl_merge_sort(first, last - first, aside, before);
		__gl_delete(aside);
	}
	if (before.lost)
		__gl_forget_range(first, last);
}
template <class I> inline void stable_sort(I first, I last) { stable_sort(first, last, __gl_less()); }

/* Among equal elements, a library may choose which are in [from, to), and the order of the others. */
template <class I, class L> inline void __gl_sort_only(I first, I from, I to, I last, L less)
{
	__gl_asked<L> before = __gl_order(first, last, less);
	if (!before.lost)
		stable_sort(first, last, less);
	for (I i = from == first ? from : from - 1; before.goes_on() && i != to && i + 1 != last; ++i)
		if (!before(*i, *(i + 1)) && !(is_same_v<L, __gl_less> && __is_scalar(typename iterator_traits<I>::value_type)))
			before.lost = true;
	__gl_forget_range(first, before.lost ? last : from);
	if (!before.lost)
		__gl_forget_range(to, last);
}
template <class I, class L> inline void partial_sort(I first, I middle, I last, L less) { __gl_sort_only(first, first, middle, last, less); }
template <class I> inline void partial_sort(I first, I middle, I last) { partial_sort(first, middle, last, __gl_less()); }
template <class I, class L> inline void nth_element(I first, I nth, I last, L less)
{
	if (nth != last)
		__gl_sort_only(first, nth, nth + 1, last, less);
}
template <class I> inline void nth_element(I first, I nth, I last) { nth_element(first, nth, last, __gl_less()); }

template <class I, class L> inline I is_sorted_until(I first, I last, L less)
{
	__gl_asked<L> before{less, !__gl_is_short(first, last, __gl_most_moved), false};
	if (first == last)
		return last;
	for (I next = first; !before.lost && ++next != last; ++first)
		if (before(*next, *first))
			return next;
	return before.lost ? __gl_somewhere(first, last) : last;
}
template <class I> inline I is_sorted_until(I first, I last) { return is_sorted_until(first, last, __gl_less()); }
template <class I, class L> inline bool is_sorted(I first, I last, L less)
{
	return is_sorted_until(first, last, less) == last;
}
template <class I> inline bool is_sorted(I first, I last) { return is_sorted(first, last, __gl_less()); }

/* ---- other orders ---- */

template <class I> inline void __gl_reverse(I first, I last)
{
	while (first != last && first != --last) {
		swap(*first, *last);
		++first;
	}
}
template <class I> inline I rotate(I first, I middle, I last)
{
	if (!__gl_is_short(first, last, __gl_most_moved)) {
		__gl_forget_range(first, last);
		return __gl_somewhere(first, last);
	}
	I end = first;
	for (I i = middle; i != last; ++i)
		++end;
	__gl_reverse(first, middle);
	__gl_reverse(middle, last);
	__gl_reverse(first, last);
	return end;
}
template <class I, class P> inline I partition(I first, I last, P wanted)
{
	const I begin = first, end = last;
	__gl_asked<P> stays{wanted, !__gl_is_short(first, last, __gl_most_moved), false};
	while (!stays.lost) {
		while (first != last && stays(*first))
			++first;
		if (first == last)
			break;
		--last;
		while (first != last && !stays(*last))
			--last;
		if (first == last)
			break;
		swap(*first, *last);
		++first;
	}
	if (!stays.lost)
		return first;
	__gl_forget_range(begin, end);
	return __gl_somewhere(begin, end);
}
template <class I, class P> inline I stable_partition(I first, I last, P wanted)
{
	typedef typename iterator_traits<I>::value_type T;
	__gl_asked<P> stays{wanted, !__gl_is_short(first, last, __gl_most_walked / 2), false};
	I out = first;
	for (I i = first; !stays.lost && i != last; ++i) {
		if (!stays(*i))
			continue;
		T value = static_cast<T &&>(*i);
		for (I at = i; at != out;) {
			I to = at;
			*to = static_cast<T &&>(*--at);
		}
		*out = static_cast<T &&>(value);
		++out;
	}
	if (!stays.lost)
		return out;
	__gl_forget_range(first, last);
	return __gl_somewhere(first, last);
}
template <class I, class L> inline bool next_permutation(I first, I last, L less)
{
	__gl_asked<L> before{less, !__gl_is_short(first, last, __gl_most_moved), false};
	bool found = false;
	if (first == last)
		return false;
	I i = last;
	for (--i; !found && !before.lost && i != first;) {
		I next = i;
		found = before(*--i, *next);
	}
	if (found) {
		I j = last;
		while (!before(*i, *--j) && !before.lost)
			;
		swap(*i, *j);
		__gl_reverse(++i, last);
	} else {
		__gl_reverse(first, last);
	}
	if (!before.lost)
		return found;
	__gl_forget_range(first, last);
	return __gl_unknown<bool>();
}
template <class I> inline bool next_permutation(I first, I last) { return next_permutation(first, last, __gl_less()); }
template <class L> struct __gl_turned {
	L less;
	template <class A, class B> bool operator()(A &a, B &b) { return less(b, a); }
};
template <class I, class L> inline bool prev_permutation(I first, I last, L less) { return next_permutation(first, last, __gl_turned<L>{less}); }
template <class I> inline bool prev_permutation(I first, I last) { return prev_permutation(first, last, __gl_less()); }
}
#pragma clang force_cuda_host_device end
#endif
