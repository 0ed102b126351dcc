/* Copies to shared memory by a whole group: in pieces of 16 bytes where the length allows it, else of 4 or 1, the threads
 * taking them in turn. */
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#pragma GCC system_header
#include <cooperative_groups.h>
template <class G> inline __device__ void __gl_group_copy(const G &g, void *to, const void *from, size_t bytes)
{
	size_t piece = bytes % 16 == 0 ? 16 : bytes % 4 == 0 ? 4 : 1;
	for (size_t i = g.thread_rank() * piece; i < bytes; i += g.size() * piece)
		__gl_async_copy((char *)to + i, (const char *)from + i, piece, piece, piece == 16);
}
namespace cooperative_groups {
template <class G, class T, class S> inline __device__ void memcpy_async(const G &g, T *to, const T *from, const S &bytes) { __gl_group_copy(g, to, from, (size_t)bytes); }
template <class G, class T, class S> inline __device__ void memcpy_async(const G &g, T *to, const S &room, const T *from, const S &count) { __gl_group_copy(g, to, from, sizeof(T) * (size_t)(count < room ? count : room)); }
template <class G> inline __device__ void memcpy_async(const G &g, void *to, const void *from, size_t bytes) { __gl_group_copy(g, to, from, bytes); }
template <class G> inline __device__ void wait(const G &g) { __gl_async_wait(); g.sync(); }
template <unsigned stages, class G> inline __device__ void wait_prior(const G &g) { __gl_async_wait(); g.sync(); }
}
#endif
