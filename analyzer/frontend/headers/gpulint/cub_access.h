/* The memory accesses of CUB's code, one function each. The front end's table has the line of the toolkit's header
 * that the compiler records for each of them. Other accesses in kernels of the built-in headers are not reported. */
#ifndef GPULINT_CUB_ACCESS_H
#define GPULINT_CUB_ACCESS_H
#pragma GCC system_header
#include <gpulint_prelude.h>
#include <gpulint/any_shuffle.h>

#define __GL_LOADS(name) template <class T> inline __device__ T name(const T *from) { return *from; }
#define __GL_STORES(name) template <class T> inline __device__ void name(T *to, T value) { *to = value; }

/* Passes a value through the storage, if the access pattern of the library's code is unknown. */
#define __GL_UNTOLD __attribute__((annotate("gl:untold")))
template <class T> inline __device__ __GL_UNTOLD void __gl_leave(T *to, T value) { *to = value; }
template <class T> inline __device__ __GL_UNTOLD T __gl_pick_up(const T *from) { return *from; }

namespace cub {
struct NullType {};

/* The type of a piece that one instruction moves. */
template <int bytes> struct __gl_piece;
template <> struct __gl_piece<4> { typedef unsigned type; };
template <> struct __gl_piece<8> { typedef unsigned long long type; };
template <> struct __gl_piece<16> { typedef uint4 type; };

/* The partial result of a thread or warp passes through shared memory. */
__GL_STORES(__gl_share_aggregate)
__GL_LOADS(__gl_take_aggregate)
__GL_LOADS(__gl_take_scanned)
__GL_LOADS(__gl_load_segment)
__GL_STORES(__gl_store_segment)

/* The element that an iterator refers to. */
template <class T, class N> inline __device__ T &__gl_element(T *in, N i) { return in[i]; }
template <class I, class N> inline __device__ decltype(auto) __gl_element(const I &in, N i) { return in[i]; }

/* The first lane of each warp stores its value, and the first thread loads those of all other warps. With two warps,
 * all threads load the other warp's value without a branch. */
template <int warps, class T, class Op> inline __device__ T __gl_reduce_warps(T *aggregates, int thread, T value, int valid, Op op)
{
	if (thread % 32 == 0)
		__gl_share_aggregate(aggregates + thread / 32, value);
	__syncthreads();
	if (warps == 2 || thread == 0)
		for (int warp = 1; warp < warps; warp++)
			if (warp * 32 < valid)
				value = op(value, __gl_take_aggregate(aggregates + warp));
	return value;
}
/* The same with unknown values. */
struct __gl_unknown_sum { template <class T> __device__ T operator()(const T &, const T &) const { return __gl_any<T>(); } };
template <int warps, class T> inline __device__ void __gl_reduce_warps(T *aggregates, int thread, T value, int valid)
{
	__gl_reduce_warps<warps>(aggregates, thread, value, valid, __gl_unknown_sum());
}

/* An exclusive sum over the threads of a block. One warp computes it: each of its lanes sums a segment, padded if the
 * segments would begin in few banks. */
template <class T, int threads> struct __gl_raking_sum {
	static constexpr int segment = (threads + 31) / 32, stride = segment + (segment % 2 == 0 && segment > 2);
	T grid[32 * stride];
	__device__ T exclusive(T value)
	{
		const int thread = threadIdx.x;
		T *mine = grid + thread + (stride > segment ? thread / segment : 0);
		__gl_share_aggregate(mine, value);
		__syncthreads();
		if (thread < 32)
			rake(grid + thread * stride, thread);
		__syncthreads();
		return __gl_take_scanned(mine);
	}
private:
	static __device__ void rake(T *own, int lane)
	{
		T values[segment], sum = 0;
		for (int i = 0; i < segment; i++) {
			values[i] = __gl_load_segment(own + i);
			sum = sum + values[i];
		}
		T before = sum;
		for (int n = 1; n < 32; n *= 2) {
			T other = __gl_shuffles::shuffle<__gl_shuffles::up>(0xffffffff, before, n, 32);
			if (lane >= n)
				before = before + other;
		}
		before = before - sum;
		for (int i = 0; i < segment; i++) {
			__gl_store_segment(own + i, before);
			before = before + values[i];
		}
	}
};
}
#endif
