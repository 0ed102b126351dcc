/* Thrust's sorts, for thrust_core.h. */
#ifndef GPULINT_THRUST_SORT_H
#define GPULINT_THRUST_SORT_H
#pragma GCC system_header
#include <gpulint/cub_radix_sort.h>

namespace thrust {
#pragma clang force_cuda_host_device begin
/* Arithmetic keys in device memory with one of the library's orders are radix-sorted; others are merge-sorted. */
template <class K, class... F> inline constexpr bool __gl_is_ascending = sizeof...(F) == 0;
template <class K> inline constexpr bool __gl_is_ascending<K, less<K>> = true;
template <class K> inline constexpr bool __gl_is_ascending<K, less<>> = true;
template <class K, class... F> inline constexpr bool __gl_is_descending = false;
template <class K> inline constexpr bool __gl_is_descending<K, greater<K>> = true;
template <class K> inline constexpr bool __gl_is_descending<K, greater<>> = true;
template <class I> inline I __gl_on_device(const I &i) { return i; }
template <class T> inline device_ptr<T> __gl_on_device(T *p) { return device_ptr<T>(p); }
#pragma clang force_cuda_host_device end
template <class I, class V, class... F> inline void __gl_radix_sort(const I &, size_t, V, F...) {}
template <class K, class V, class... F> inline void __gl_radix_sort(const device_ptr<K> &keys, size_t n, V *values, F...)
{
	using namespace cub::detail::radix_sort;
	if constexpr (__is_void(V))
		return;
	else if constexpr (__gl_is_ascending<K, F...>)
		__gl_sort_in_place<cub::SortOrder::Ascending, unsigned long long>(keys.get(), values, n);
	else if constexpr (__gl_is_descending<K, F...>)
		__gl_sort_in_place<cub::SortOrder::Descending, unsigned long long>(keys.get(), values, n);
}
/* A device thread that sorts does it alone. */
template <class I, class V, class... F> inline __device__ void __gl_radix_sort(const I &, size_t, V, F...) {}
#define __GL_SORTS(side, follows) \
	template <class I, class... F> inline side void sort(I from, I to, F... f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<I>> made(follows ? n : -1); \
		if constexpr (follows) \
			__gl_follow_sort(made, from, n, __gl_order_of(f...)); \
		__gl_radix_sort(from, n, (cub::NullType *)0, f...); \
		made.put(from, n); \
	} \
	template <class K, class V, class... F> inline side void sort_by_key(K from, K to, V values, F... f) \
	{ \
		const ptrdiff_t n = to - from; \
		__gl_results<__gl_stored<K>> keys_made(follows ? n : -1); \
		__gl_results<__gl_stored<V>> values_made(follows ? n : -1); \
		if constexpr (follows) \
			__gl_follow_sort_by_key(keys_made, values_made, from, values, n, __gl_order_of(f...)); \
		__gl_radix_sort(from, n, __gl_address(values), f...); \
		keys_made.put(from, n); \
		values_made.put(values, n); \
	} \
	template <class I, class... F> inline side void stable_sort(I from, I to, F... f) { thrust::sort(from, to, f...); } \
	template <class K, class V, class... F> inline side void stable_sort_by_key(K from, K to, V values, F... f) { thrust::sort_by_key(from, to, values, f...); } \
	template <class... A> inline side void sort(const __gl_device_policy &, A... a) { thrust::sort(__gl_on_device(a)...); } \
	template <class... A> inline side void stable_sort(const __gl_device_policy &, A... a) { thrust::sort(__gl_on_device(a)...); } \
	template <class... A> inline side void sort_by_key(const __gl_device_policy &, A... a) { thrust::sort_by_key(__gl_on_device(a)...); } \
	template <class... A> inline side void stable_sort_by_key(const __gl_device_policy &, A... a) { thrust::sort_by_key(__gl_on_device(a)...); }
#pragma clang attribute push(__attribute__((annotate("gl:algorithm"))), apply_to = function)
__GL_SORTS(__host__, true)
__GL_SORTS(__device__, false)
#pragma clang attribute pop
#undef __GL_SORTS
}
#endif
