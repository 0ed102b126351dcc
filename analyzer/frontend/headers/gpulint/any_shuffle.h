/* Shuffles of the types that __shfl_sync accepts, and of records of any size. */
#ifndef GPULINT_ANY_SHUFFLE_H
#define GPULINT_ANY_SHUFFLE_H
#pragma GCC system_header
#include <gpulint_prelude.h>
namespace __gl_shuffles {
/* Whether __shfl_sync accepts a T. Other records are shuffled word by word. */
template <class T> __host__ __device__ auto shuffles(int) -> decltype(__shfl_sync(0u, *(T *)0, 0), char());
template <class T> __host__ __device__ long shuffles(...);
enum { up, down, to, exchange };
template <int how, class T> inline __device__ T shuffle_value(unsigned mask, T v, int lane, int width)
{
	if constexpr (how == up)
		return __shfl_up_sync(mask, v, lane, width);
	else if constexpr (how == down)
		return __shfl_down_sync(mask, v, lane, width);
	else if constexpr (how == to)
		return __shfl_sync(mask, v, lane, width);
	else
		return __shfl_xor_sync(mask, v, lane, width);
}
template <int how, class T> inline __device__ T shuffle(unsigned mask, T v, int lane, int width)
{
	if constexpr (sizeof(shuffles<T>(0)) == 1) {
		return shuffle_value<how>(mask, v, lane, width);
	} else {
		unsigned words[(sizeof(T) + 3) / 4];
		memcpy(words, &v, sizeof v);
		for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++)
			words[i] = shuffle_value<how>(mask, words[i], lane, width);
		memcpy(&v, words, sizeof v);
		return v;
	}
}
}
#endif
