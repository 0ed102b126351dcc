/* Heaps as in libstdc++: its algorithm decides which of several equal elements comes first. */
#ifndef GPULINT_HEAP_H
#define GPULINT_HEAP_H
#pragma GCC system_header
#include <gpulint/sorting.h>
#pragma clang force_cuda_host_device begin
namespace std {
/* Moves a value up from the hole, at most to `top`. */
template <class I, class T, class O> inline void __gl_rise(I first, ptrdiff_t hole, ptrdiff_t top, T &&value, O &before)
{
	for (ptrdiff_t parent = (hole - 1) / 2; hole > top && before(first[parent], value); parent = (hole - 1) / 2) {
		first[hole] = static_cast<T &&>(first[parent]);
		hole = parent;
	}
	first[hole] = static_cast<T &&>(value);
}
/* Moves the hole down to the bottom along the greater children, and the value up from there. */
template <class I, class T, class O> inline void __gl_sink(I first, ptrdiff_t hole, ptrdiff_t count, T &&value, O &before)
{
	const ptrdiff_t top = hole;
	while (hole < (count - 1) / 2) {
		ptrdiff_t child = 2 * hole + 2;
		if (before(first[child], first[child - 1]))
			child--;
		first[hole] = static_cast<T &&>(first[child]);
		hole = child;
	}
	if (count % 2 == 0 && hole == (count - 2) / 2) {
		first[hole] = static_cast<T &&>(first[2 * hole + 1]);
		hole = 2 * hole + 1;
	}
	__gl_rise(first, hole, top, static_cast<T &&>(value), before);
}
template <class I, class O> inline void __gl_pop(I first, ptrdiff_t count, O &before)
{
	typedef typename iterator_traits<I>::value_type T;
	T value = static_cast<T &&>(first[count - 1]);
	first[count - 1] = static_cast<T &&>(*first);
	__gl_sink(first, 0, count - 1, static_cast<T &&>(value), before);
}

/* One of the operations, with a comparison that records when its result is unknown. */
#define __GL_HEAP_OPERATION(name, most, what) \
	template <class I, class L> inline void name(I first, I last, L less) \
	{ \
		typedef typename iterator_traits<I>::value_type T; \
		__gl_asked<L> before{less, !__gl_is_short(first, last, most)}; \
		const ptrdiff_t count = last - first; \
		if (!before.lost) { \
			what \
		} \
		if (before.lost) \
			__gl_forget_range(first, last); \
	} \
	template <class I> inline void name(I first, I last) { name(first, last, __gl_less()); }
__GL_HEAP_OPERATION(push_heap, 1 << 20, {
	if (count > 1) {
		T value = static_cast<T &&>(first[count - 1]);
		__gl_rise(first, count - 1, 0, static_cast<T &&>(value), before);
	}
})
__GL_HEAP_OPERATION(pop_heap, 1 << 20, {
	if (count > 1)
		__gl_pop(first, count, before);
})
__GL_HEAP_OPERATION(make_heap, __gl_most_moved, {
	for (ptrdiff_t parent = count / 2; parent-- > 0 && !before.lost;) {
		T value = static_cast<T &&>(first[parent]);
		__gl_sink(first, parent, count, static_cast<T &&>(value), before);
	}
})
__GL_HEAP_OPERATION(sort_heap, __gl_most_sorted, {
	for (ptrdiff_t left = count; left > 1 && !before.lost; left--)
		__gl_pop(first, left, before);
})
#undef __GL_HEAP_OPERATION
template <class I, class L> inline I is_heap_until(I first, I last, L less)
{
	const ptrdiff_t count = last - first;
	for (ptrdiff_t child = 1; child < count; child++) {
		if (less(first[(child - 1) / 2], first[child]))
			return first + child;
	}
	return last;
}
template <class I> inline I is_heap_until(I first, I last) { return is_heap_until(first, last, __gl_less()); }
template <class I, class L> inline bool is_heap(I first, I last, L less) { return is_heap_until(first, last, less) == last; }
template <class I> inline bool is_heap(I first, I last) { return is_heap(first, last, __gl_less()); }
}
#pragma clang force_cuda_host_device end
#endif
