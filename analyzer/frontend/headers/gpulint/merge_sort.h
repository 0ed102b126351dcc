/* The basis of sorting, also for the C library: a comparison that records when its result is unknown, and a stable
 * sort. */
#ifndef GPULINT_MERGE_SORT
#define GPULINT_MERGE_SORT
#pragma GCC system_header
#include <gpulint/memory_core.h>
#include <gpulint/primitives.h>
#pragma clang force_cuda_host_device begin

enum { __gl_most_walked = 256, __gl_most_sorted = 1 << 16, __gl_sorted_by_insertion = 16 };

/* Calls a predicate as long as its results are known; after that it is lost and yields false. */
template <class F> struct __gl_asked {
	F f;
	bool lost;
	bool is_long;           /* stepping through all elements would exceed the budget */
	template <class... T> bool operator()(T &...t)
	{
		if (lost)
			return false;
		const bool answer = f(t...);
		if (__gl_is_known(answer))
			return answer;
		lost = true;
		return false;
	}
	/* Before each iteration of a loop over elements. */
	bool goes_on()
	{
		if (is_long && __gl_is_walked())
			lost = true;
		return !lost;
	}
};

template <class I, class T, class O> inline void __gl_insertion_sort(I first, I last, T *, O &before)
{
	for (I i = first; i != last && before.goes_on(); ++i) {
		T value = static_cast<T &&>(*i);
		I at = i;
		for (; at != first && before(value, *(at - 1)); --at)
			*at = static_cast<T &&>(*(at - 1));
		*at = static_cast<T &&>(value);
	}
}

/* Merges two sorted parts. */
template <class I, class T, class O> inline void __gl_merge(I first, ptrdiff_t half, ptrdiff_t count, T *aside, O &before)
{
	for (ptrdiff_t i = 0; i < half; i++)
		__gl_construct_moved(aside + i, static_cast<T &&>(first[i]));
	ptrdiff_t left = 0, right = half;
	for (I out = first; left < half; ++out) {
		if (right < count && before(first[right], aside[left]))
			*out = static_cast<T &&>(first[right++]);
		else
			*out = static_cast<T &&>(aside[left++]);
	}
	__gl_destroy(aside, half);
}

/* A stable sort; aside: room for all elements. */
template <class I, class T, class O> inline void __gl_merge_sort(I first, ptrdiff_t count, T *aside, O &before)
{
	for (ptrdiff_t i = 0; i < count && before.goes_on(); i += __gl_sorted_by_insertion)
		__gl_insertion_sort(first + i, first + (count - i < __gl_sorted_by_insertion ? count : i + __gl_sorted_by_insertion), aside, before);
	for (ptrdiff_t half = __gl_sorted_by_insertion; half < count && before.goes_on(); half *= 2)
		for (ptrdiff_t i = 0; count - i > half && before.goes_on(); i += 2 * half)
			__gl_merge(first + i, half, count - i < 2 * half ? count - i : 2 * half, aside, before);
}
#pragma clang force_cuda_host_device end
#endif
