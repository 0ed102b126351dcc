/* cuda::memcpy_async of <cuda/barrier> and <cuda/pipeline>: in pieces as wide as the alignment of the type or length,
 * up to 16 bytes. From compute capability 9.0 on, data aligned to 16 bytes is copied in bulk if a block barrier in
 * shared memory waits for it. A bulk copy is no access of a warp. */
#ifndef GPULINT_CUDA_MEMCPY_ASYNC_H
#define GPULINT_CUDA_MEMCPY_ASYNC_H
#pragma GCC system_header
#include <cooperative_groups/memcpy_async.h>
namespace cuda {
struct __gl_one_thread {
	__device__ unsigned size() const { return 1; }
	__device__ unsigned thread_rank() const { return 0; }
};
/* Through registers, on two lines of the library. */
template <int piece> inline __device__ __gl_segment<piece> __gl_load_piece(const char *from) { return *(const __gl_segment<piece> *)from; }
template <int piece> inline __device__ void __gl_store_piece(char *to, __gl_segment<piece> v) { *(__gl_segment<piece> *)to = v; }
template <int piece, class G> inline __device__ void __gl_plain_copy(const G &g, char *to, const char *from, size_t bytes)
{
	for (size_t at = piece * g.thread_rank(); at < bytes; at += piece * g.size())
		__gl_store_piece<piece>(to + at, __gl_load_piece<piece>(from + at));
}
template <int piece, class G> inline __device__ void __gl_copy_pieces(const G &g, char *to, const char *from, size_t bytes)
{
	if constexpr (piece >= 4) {
		if (__gl_is_shared(to) && __gl_is_global(from)) {
			if (g.size() == 1 && bytes == piece) {
				__gl_async_copy(to, from, piece, piece, piece == 16);
				return;
			}
			for (int at = piece * g.thread_rank(); at < (int)bytes; at += piece * g.size())
				__gl_async_copy(to + at, from + at, piece, piece, piece == 16);
			return;
		}
	}
	__gl_plain_copy<piece>(g, to, from, bytes);
}
template <class T, class S> constexpr int __gl_piece()
{
	return (int)__gl_alignment<T>::value < (int)__gl_length_alignment<S>::value ? __gl_length_alignment<S>::value : __gl_alignment<T>::value;
}
template <class T, class S, class G> inline __device__ void __gl_copy(const G &g, void *to, const void *from, const S &bytes, bool by_barrier)
{
	constexpr int piece = __gl_piece<T, S>();
#if __CUDA_ARCH__ >= 900
	if constexpr (piece == 16) {
		if (by_barrier && __gl_is_shared(to) && __gl_is_global(from)) {
			__gl_forget(to, (size_t)bytes);
			return;
		}
	}
#endif
	__gl_copy_pieces<piece>(g, (char *)to, (const char *)from, (size_t)bytes);
}
}
#endif
