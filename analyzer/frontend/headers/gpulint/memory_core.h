/* Raw storage of the containers. Trivially copyable elements are moved as bytes, which the evaluator does in one step. */
#ifndef GPULINT_MEMORY_CORE_H
#define GPULINT_MEMORY_CORE_H
#pragma GCC system_header
#include <string.h>
#include <utility>
#include <gpulint/primitives.h>
#pragma clang force_cuda_host_device begin

template <class T> inline T *__gl_allocate(size_t n) { return n ? (T *)__gl_new(n * sizeof(T)) : (T *)0; }

template <class T> inline void __gl_construct(T *at, const T &value)
{
	if constexpr (__is_trivially_copyable(T))
		*at = value;
	else
		new (__gl_place(), at) T(value);
}

/* The same for an object that is not used again. */
template <class T> inline void __gl_construct_moved(T *at, T &&value)
{
	if constexpr (__is_trivially_copyable(T))
		*at = value;
	else
		new (__gl_place(), at) T(static_cast<T &&>(value));
}

/* Constructs n values T() at `at`. */
template <class T> inline void __gl_construct_zero(T *at, size_t n)
{
	if constexpr (__is_scalar(T) || __is_trivially_constructible(T)) {
		if (n)
			memset((void *)at, 0, n * sizeof(T));
	} else {
		for (size_t i = 0; i < n; i++)
			new (__gl_place(), at + i) T();
	}
}

template <class T> inline void __gl_construct_fill(T *at, size_t n, const T &value)
{
	for (size_t i = 0; i < n; i++)
		__gl_construct(at + i, value);
}

/* Copies to uninitialised memory; the ranges do not overlap. */
template <class T> inline void __gl_construct_copy(T *to, const T *from, size_t n)
{
	if constexpr (__is_trivially_copyable(T)) {
		if (n)
			memcpy((void *)to, from, n * sizeof(T));
	} else {
		for (size_t i = 0; i < n; i++)
			new (__gl_place(), to + i) T(from[i]);
	}
}
/* The same for objects that are not used again. */
template <class T> inline void __gl_construct_move(T *to, T *from, size_t n)
{
	if constexpr (__is_trivially_copyable(T)) {
		if (n)
			memcpy((void *)to, from, n * sizeof(T));
	} else {
		for (size_t i = 0; i < n; i++)
			new (__gl_place(), to + i) T(static_cast<T &&>(from[i]));
	}
}

/* Copies objects whose move may throw, if they can be copied. */
template <class T> inline void __gl_construct_move_if_safe(T *to, T *from, size_t n)
{
	if constexpr (!__is_nothrow_constructible(T, T &&) && __is_constructible(T, const T &))
		__gl_construct_copy(to, from, n);
	else
		__gl_construct_move(to, from, n);
}

template <class T> inline void __gl_destroy(T *first, size_t n)
{
	if constexpr (!__is_trivially_destructible(T)) {
		for (size_t i = 0; i < n; i++)
			first[i].~T();
	}
}

#pragma clang force_cuda_host_device end
#endif
