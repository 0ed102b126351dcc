/* The C library's sort and search, for known data. A library may choose the order of elements that compare equal but
 * differ. */
#ifndef GPULINT_QSORT
#define GPULINT_QSORT
#pragma GCC system_header
#include <gpulint/merge_sort.h>
#pragma clang force_cuda_host_device begin

typedef int (*__gl_comparison)(const void *, const void *);
struct __gl_is_before {
	__gl_comparison compare;
	bool operator()(const char *a, const char *b) const { return compare(a, b) < 0; }
};
/* Whether two neighbours in that order compare equal but differ. */
inline bool __gl_may_lie_otherwise(const char *a, const char *b, size_t size, __gl_asked<__gl_is_before> &before)
{
	if (before(a, b))
		return false;
	for (size_t i = 0; i < size; i++)
		if (!__gl_is_known(a[i] != b[i]) || a[i] != b[i])
			return true;
	return false;
}
/* Determines the positions first, then moves the elements. */
inline void __gl_qsort(char *base, size_t count, size_t size, __gl_comparison compare)
{
	const bool is_known = __gl_is_known(count) && __gl_is_known(size);
	__gl_asked<__gl_is_before> before{{compare}, !is_known || count > __gl_most_sorted, !is_known || count > __gl_most_walked};
	if (!before.lost) {
		const char **order = __gl_allocate<const char *>(2 * count);
		char *sorted = __gl_allocate<char>(count * size);
		for (size_t i = 0; i < count; i++)
			order[i] = base + i * size;
		__gl_merge_sort(order, (ptrdiff_t)count, order + count, before);
		for (size_t i = 0; i < count && before.goes_on(); i++)
			memcpy(sorted + i * size, order[i], size);
		for (size_t i = 1; i < count && before.goes_on(); i++)
			before.lost |= __gl_may_lie_otherwise(sorted + (i - 1) * size, sorted + i * size, size, before);
		if (!before.lost)
			memcpy(base, sorted, count * size);
		__gl_delete(order);
		__gl_delete(sorted);
	}
	if (before.lost)
		__gl_reorder(base, count * size);
}
inline void *__gl_bsearch(const void *key, const char *base, size_t count, size_t size, __gl_comparison compare)
{
	for (size_t low = 0, high = count; low < high;) {
		const size_t middle = (low + high) / 2;
		const char *at = base + middle * size;
		const int side = compare(key, at);
		if (!__gl_is_known(side))
			return __gl_unknown<void *>();
		if (!side)
			return (void *)at;
		if (side < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return 0;
}
extern "C" {
inline void qsort(void *base, size_t count, size_t size, __gl_comparison compare) { __gl_qsort((char *)base, count, size, compare); }
inline void *bsearch(const void *key, const void *base, size_t count, size_t size, __gl_comparison compare)
{
	return __gl_bsearch(key, (const char *)base, count, size, compare);
}
}
#pragma clang force_cuda_host_device end
#endif
