/* Copies to shared memory by a group, whose threads copy alternating pieces. The pieces are as wide as the type's
 * alignment if the length allows it; for smaller types, as wide as the two addresses allow. */
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#pragma GCC system_header
#include <cooperative_groups.h>
template <class T> struct __gl_alignment { enum { of_type = alignof(T), value = of_type > 16 ? 16 : of_type }; };
template <> struct __gl_alignment<void> { enum { of_type = 1, value = 1 }; };
/* The length is a multiple of this, known by its type: cuda::aligned_size_t<16>. */
template <class S, class = void> struct __gl_length_alignment { enum { value = 1 }; };
template <class S> struct __gl_length_alignment<S, decltype((void)S::align)> { enum { value = S::align > 16 ? 16 : S::align }; };
template <int size> struct __attribute__((aligned(size))) __gl_segment { int words[size / 4]; };
template <> struct __gl_segment<1> { char byte; };
template <> struct __gl_segment<2> { short half; };

namespace cooperative_groups {
/* A copy through registers. */
template <class T, class G> inline __device__ void __gl_plain_copy(const G &g, char *to, const char *from, size_t count)
{
	for (size_t i = g.thread_rank(); i < count; i += g.size())
		((T *)to)[i] = ((const T *)from)[i];
}
template <int piece, class G> inline __device__ void __gl_copy_segments(const G &g, char *to, const char *from, size_t count)
{
	for (size_t i = g.thread_rank(); i < count; i += g.size())
		__gl_async_copy(to + piece * i, from + piece * i, piece, piece, piece == 16);
}
/* In a tile all threads take part in the last iteration: threads without a piece copy the last one. */
template <int piece, unsigned n, class P>
inline __device__ void __gl_copy_segments(const thread_block_tile<n, P> &g, char *to, const char *from, size_t count)
{
	const size_t even = count / n * n, left = count - even, rank = g.thread_rank();
	for (size_t i = 0; i < even; i += n)
		__gl_async_copy(to + piece * (i + rank), from + piece * (i + rank), piece, piece, piece == 16);
	const size_t last = even + (rank < left ? rank : left - 1);
	if (left)
		__gl_async_copy(to + piece * last, from + piece * last, piece, piece, piece == 16);
}
/* The remainder of a length that is no multiple of the piece is not copied. */
template <int piece, class G> inline __device__ void __gl_copy_aligned(const G &g, char *to, const char *from, size_t bytes)
{
	if (__gl_is_shared(to) && __gl_is_global(from))
		__gl_copy_segments<piece>(g, to, from, bytes / piece);
	else
		__gl_plain_copy<__gl_segment<piece>>(g, to, from, bytes / piece);
}
/* Copies single bytes before the first whole piece and after the last. */
template <int piece, class G> inline __device__ void __gl_copy_like(const G &g, char *to, const char *from, size_t bytes)
{
	const size_t before = -(unsigned)(size_t)from & (piece - 1), whole = (bytes - before) / piece * piece;
	__gl_plain_copy<char>(g, to, from, before);
	__gl_copy_aligned<piece>(g, to + before, from + before, whole);
	__gl_plain_copy<char>(g, to + before + whole, from + before + whole, bytes - before - whole);
}
template <int aligned, class G> inline __device__ void __gl_copy_of_any(const G &g, char *to, const char *from, size_t bytes)
{
	const unsigned apart = ((unsigned)(size_t)to ^ (unsigned)(size_t)from) & 15 & -aligned;
	const unsigned piece = apart ? apart & -apart : 16;
	switch (bytes < piece ? aligned : piece) {
	case 1: __gl_plain_copy<char>(g, to, from, bytes); break;
	case 2: __gl_plain_copy<short>(g, to, from, bytes / 2); break;
	case 4: __gl_copy_like<4>(g, to, from, bytes); break;
	case 8: __gl_copy_like<8>(g, to, from, bytes); break;
	case 16: __gl_copy_like<16>(g, to, from, bytes); break;
	}
}
template <int aligned, class G> inline __device__ void __gl_copy(const G &g, void *to, const void *from, size_t bytes)
{
	if constexpr (aligned < 4)
		__gl_copy_of_any<aligned>(g, (char *)to, (const char *)from, bytes);
	else
		__gl_copy_aligned<aligned>(g, (char *)to, (const char *)from, bytes);
}
template <class G, class T, class S> inline __device__ void memcpy_async(const G &g, T *to, const T *from, const S &bytes)
{
	constexpr int by_length = __gl_length_alignment<S>::value;
	__gl_copy<by_length == 1 ? (int)__gl_alignment<T>::value : by_length>(g, to, from, (size_t)bytes);
}
template <class G, class T, class R, class S>
inline __device__ void memcpy_async(const G &g, T *to, const R &room, const T *from, const S &count)
{
	constexpr int by_length = __gl_length_alignment<S>::value;
	const size_t items = (size_t)count < (size_t)room ? (size_t)count : (size_t)room;
	__gl_copy<by_length == 1 ? (int)__gl_alignment<T>::value : by_length>(g, to, from, sizeof(T) * items);
}
template <class G> inline __device__ void wait(const G &g) { __gl_async_wait(); g.sync(); }
template <unsigned stages, class G> inline __device__ void wait_prior(const G &g) { __gl_async_wait(); g.sync(); }
}
#endif
