/* The kernels of CUB's reductions to one number. In one, each block reduces its tiles. The other has a single block,
 * which reduces the blocks' results, or all elements if they are one tile. Policy: CUDA 13.0's for compute capability
 * 6.0 and later, before 10.0. */
#ifndef GPULINT_CUB_REDUCE_H
#define GPULINT_CUB_REDUCE_H
#pragma GCC system_header
#include <gpulint/cub_access.h>

namespace cub {
namespace detail {
namespace reduce {
struct __gl_identity { template <class T> __device__ const T &operator()(const T &t) const { return t; } };

template <class Accum, class Offset, class Op> struct policy_hub {
	/* Named after the newest policy of CUB 13.0, with which its kernels are instantiated. */
	struct Policy1000 {
		enum { THREADS = 256, VECTOR = 4, FITTING = 16 * 4 / (int)sizeof(Accum) };
		enum { ITEMS = FITTING > 32 ? 32 : FITTING, TILE = THREADS * ITEMS };
	};
};

/* An element, as an iterator loads it. */
__GL_LOADS(__gl_thread_load)
template <class T, class N> inline __device__ T __gl_read(T *in, N i) { return __gl_thread_load(in + i); }
template <class I, class N> inline __device__ decltype(auto) __gl_read(const I &in, N i) { return in[i]; }
template <class P> inline __device__ P __gl_read_piece(const P *from) { return *from; }
__GL_STORES(__gl_store_result)

/* A full tile: in vectors of four, loaded in pieces of at most 16 bytes, or in single elements. */
template <class Policy, class T, class F> inline __device__ void __gl_consume_vectors(const T *tile, F &f)
{
	enum { vector = Policy::VECTOR * sizeof(T), piece = vector < 16 ? vector : 16 };
	typedef typename __gl_piece<piece>::type word;
	const word *from = (const word *)(tile + threadIdx.x * Policy::VECTOR);
	for (int i = 0; i < Policy::ITEMS / Policy::VECTOR; i++)
		for (int k = 0; k < vector / piece; k++)
			__gl_read_piece(from + i * Policy::THREADS * (vector / piece) + k);
	for (int i = 0; i < Policy::ITEMS; i++) {
		T value = tile[(i / Policy::VECTOR * Policy::THREADS + threadIdx.x) * Policy::VECTOR + i % Policy::VECTOR];
		f(value);
	}
}
template <class Policy, class In, class Offset, class F> inline __device__ void __gl_consume(In in, F &f, Offset tile)
{
	if constexpr (__is_pointer(In)) {
		if constexpr (__is_arithmetic(std::remove_pointer_t<In>)) {
			if ((unsigned long long)in % (Policy::VECTOR * sizeof *in) == 0) {
				__gl_consume_vectors<Policy>(in + tile, f);
				return;
			}
		}
	}
	for (int i = 0; i < Policy::ITEMS; i++)
		f(__gl_read(in, tile + threadIdx.x + i * Policy::THREADS));
}
template <class Policy, class In, class Offset, class F> inline __device__ void __gl_consume_part(In in, F &f, Offset tile, Offset end)
{
	for (Offset at = tile + threadIdx.x; at < end; at += Policy::THREADS)
		f(__gl_read(in, at));
}

template <class Policy, class In, class Offset, class Op, class Accum, class F>
__global__ void __launch_bounds__(Policy::THREADS) DeviceReduceKernel(In d_in, Accum *d_out, Offset num_items, Op, F transform_op)
{
	__shared__ Accum aggregates[Policy::THREADS / 32 + 1];
	const Offset tile = Policy::TILE, first = blockIdx.x * tile;
	if (first + tile <= num_items) {
		__gl_consume<Policy>(d_in, transform_op, first);
		for (Offset at = first + gridDim.x * tile; at < num_items; at += gridDim.x * tile) {
			if (at + tile <= num_items)
				__gl_consume<Policy>(d_in, transform_op, at);
			else
				__gl_consume_part<Policy>(d_in, transform_op, at, num_items);
		}
		__gl_reduce_warps<Policy::THREADS / 32>(aggregates, threadIdx.x, __gl_any<Accum>(), Policy::THREADS);
	} else {
		__gl_consume_part<Policy>(d_in, transform_op, first, num_items);
		__gl_reduce_warps<Policy::THREADS / 32>(aggregates, threadIdx.x, __gl_any<Accum>(), (int)(num_items - first));
	}
	if (threadIdx.x == 0)
		__gl_share_aggregate(d_out + blockIdx.x, __gl_any<Accum>());
}

template <class Policy, class In, class Out, class Offset, class Op, class Init, class Accum, class F = __gl_identity>
__global__ void __launch_bounds__(Policy::THREADS, 1)
DeviceReduceSingleTileKernel(In d_in, Out d_out, Offset num_items, Op, Init, F transform_op)
{
	__shared__ Accum aggregates[Policy::THREADS / 32 + 1];
	const Offset tile = Policy::TILE;
	Offset at = 0;
	for (; at + tile <= num_items; at += tile)
		__gl_consume<Policy>(d_in, transform_op, at);
	if (at < num_items)
		__gl_consume_part<Policy>(d_in, transform_op, at, num_items);
	__gl_reduce_warps<Policy::THREADS / 32>(aggregates, threadIdx.x, __gl_any<Accum>(), num_items < tile ? (int)num_items : Policy::THREADS);
	if (threadIdx.x == 0)
		__gl_store_result(&*d_out, __gl_any<std::remove_reference_t<decltype(*d_out)>>());
}

/* Assumes that the threads limit the blocks per multiprocessor: up to 32 registers each. At most five times as many
 * blocks are launched. */
template <class Accum, class Offset, class Op, class In, class T, class F> inline void __gl_run(In in, T *out, Offset count, Op op, F f)
{
	const Offset n = __gl_likely(count);
	typedef typename policy_hub<Accum, Offset, Op>::Policy1000 policy;
	int major = 0, sms = 0, threads_of_sm = 0;
	if (!__gl_is_known(n) || n == 0)
		return;
	cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
	cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
	cudaDeviceGetAttribute(&threads_of_sm, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
	if (major >= 10)
		return;
	if (n <= policy::TILE) {
		DeviceReduceSingleTileKernel<policy, In, T *, Offset, Op, T, Accum, F><<<1, policy::THREADS>>>(in, out, n, op, T(), f);
		return;
	}
	const Offset tiles = (n + policy::TILE - 1) / policy::TILE, most = 5 * sms * (threads_of_sm / policy::THREADS);
	const int blocks = (int)(tiles < most ? tiles : most);
	Accum *block_results = 0;
	cudaMalloc(&block_results, blocks * sizeof(Accum));
	DeviceReduceKernel<policy, In, Offset, Op, Accum, F><<<blocks, policy::THREADS>>>(in, block_results, n, op, f);
	DeviceReduceSingleTileKernel<policy, Accum *, T *, int, Op, T, Accum, __gl_identity><<<1, policy::THREADS>>>(
		block_results, out, blocks, op, T(), __gl_identity());
	cudaFree(block_results);
}
}
}
}
#endif
