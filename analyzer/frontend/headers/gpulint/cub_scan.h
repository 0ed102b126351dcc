/* CUB's prefix sums. One kernel marks the sum of every tile as unknown. In the other, each block sums a tile and looks
 * back for the sums of the tiles before it. Policies: CUDA 13.0's for compute capability 9.0
 * (cub/device/dispatch/tuning/tuning_scan.cuh).
 *
 * The number of looks, and their distance, depends on the progress of other blocks. A block is assumed to find all
 * that it needs in the first window of 32 tiles. */
#ifndef GPULINT_CUB_SCAN_H
#define GPULINT_CUB_SCAN_H
#pragma GCC system_header
#include <gpulint/cub_reduce.h>

namespace cub {
/* A tile's sum, and whether it is known: read and written as one. */
template <class T, bool single_word = true> struct ScanTileState {
	typedef typename __gl_piece<2 * sizeof(T)>::type word;
	enum { PADDING = 32 };
	word *d_tile_descriptors;
};

namespace detail {
namespace scan {
/* Operators for which CUB has tuned scans: sums, minima and maxima. */
template <class Op> inline constexpr bool __gl_is_tuned = false;

/* Sums that are read and written as one word; the access pattern of others is unknown. */
template <class Accum> inline constexpr bool __gl_is_whole = __is_arithmetic(Accum) && (sizeof(Accum) == 4 || sizeof(Accum) == 8);

template <class In, class Out, class Accum, class Offset, class Op> struct policy_hub {
	/* Named after the newest policy of CUB 13.0, with which its kernels are instantiated. */
	struct Policy1000 {
		static constexpr bool tuned = __gl_is_tuned<Op>;
		enum {
			THREADS = tuned && sizeof(Accum) == 8 ? 224 : 128, WARPS = THREADS / 32,
			ITEMS = (tuned ? 24 : 15) * 4 / (int)sizeof(Accum), TILE = THREADS * ITEMS,
		};
	};
};

__GL_STORES(__gl_clear_state)
__GL_STORES(__gl_clear_padding)

template <class TileState> inline __device__ void __gl_clear_states(TileState tile_state, int num_tiles)
{
	const int tile = blockIdx.x * blockDim.x + threadIdx.x;
	if (tile < num_tiles)
		__gl_clear_state(tile_state.d_tile_descriptors + TileState::PADDING + tile, typename TileState::word());
	if (blockIdx.x == 0 && threadIdx.x < TileState::PADDING)
		__gl_clear_padding(tile_state.d_tile_descriptors + threadIdx.x, typename TileState::word());
}
template <class TileState> __global__ void DeviceScanInitKernel(TileState tile_state, int num_tiles) { __gl_clear_states(tile_state, num_tiles); }

/* ---- a tile's items: each warp's pass through shared memory, so that each thread gets neighbouring ones ---- */
__GL_LOADS(__gl_load_item)
__GL_STORES(__gl_store_item)
__GL_STORES(__gl_store_item_guarded)
__GL_STORES(__gl_stage)
__GL_LOADS(__gl_unstage)
__GL_LOADS(__gl_unstage_striped)
__GL_STORES(__gl_share_valid)
__GL_LOADS(__gl_take_valid)

using reduce::__gl_read;
template <class T, class N> inline __device__ T __gl_read_item(T *in, N i) { return __gl_load_item(in + i); }
template <class I, class N> inline __device__ decltype(auto) __gl_read_item(const I &in, N i) { return __gl_read(in, i); }
template <bool guarded, class T, class N> inline __device__ void __gl_write_item(T *to, N i)
{
	if constexpr (guarded)
		__gl_store_item_guarded(to + i, __gl_any<T>());
	else
		__gl_store_item(to + i, __gl_any<T>());
}
template <bool guarded, class O, class N> inline __device__ void __gl_write_item(const O &to, N i) { __gl_assign(to, i, __gl_any<typename O::value_type>()); }

template <class Policy, class Accum> struct __gl_tile_items {
	enum { items = Policy::ITEMS, bytes = items * sizeof(Accum), piece = bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4 };
	typedef typename __gl_piece<piece>::type word;
	struct storage {
		alignas(16) Accum all[Policy::TILE];
		int valid;
	};

	static __device__ Accum *of_warp(storage &s) { return s.all + threadIdx.x / 32 * 32 * items; }
	static __device__ word *of_thread(storage &s) { return (word *)(of_warp(s) + threadIdx.x % 32 * items); }
	static __device__ int in_tile(int i) { return threadIdx.x / 32 * 32 * items + i * 32 + threadIdx.x % 32; }

	template <class In, class Offset> static __device__ void load(storage &s, In in, Offset first, Offset left)
	{
		if (left > Policy::TILE) {
			for (int i = 0; i < items; i++)
				__gl_read_item(in, first + in_tile(i));
		} else {
			for (int i = 0; i < items; i++)
				if (in_tile(i) < left)
					__gl_read_item(in, first + in_tile(i));
		}
		for (int i = 0; i < items; i++)
			__gl_stage(of_warp(s) + i * 32 + threadIdx.x % 32, __gl_any<Accum>());
		__syncwarp();
		for (int i = 0; i < bytes / piece; i++)
			__gl_unstage(of_thread(s) + i);
	}
	template <class Out, class Offset> static __device__ void store(storage &s, Out out, Offset first, Offset left)
	{
		for (int i = 0; i < bytes / piece; i++)
			__gl_stage(of_thread(s) + i, __gl_any<word>());
		__syncwarp();
		for (int i = 0; i < items; i++)
			__gl_unstage_striped(of_warp(s) + i * 32 + threadIdx.x % 32);
		if (left > Policy::TILE) {
			for (int i = 0; i < items; i++)
				__gl_write_item<false>(out, first + in_tile(i));
			return;
		}
		if (threadIdx.x == 0)
			__gl_share_valid(&s.valid, (int)left);
		__syncthreads();
		__gl_take_valid(&s.valid);
		for (int i = 0; i < items; i++)
			if (in_tile(i) < left)
				__gl_write_item<true>(out, first + in_tile(i));
	}
};

/* ---- the sum of the tile, and of the tiles before it ---- */
__GL_LOADS(__gl_take_first_warps)
__GL_LOADS(__gl_take_next_warps)
__GL_LOADS(__gl_take_prefix)
/* For descriptors of 8 bytes, and of 16. */
__GL_STORES(__gl_publish)
__GL_STORES(__gl_publish_wide)
__GL_LOADS(__gl_look_back)
__GL_LOADS(__gl_look_back_wide)

template <class TileState> inline __device__ void __gl_set(TileState state, int tile)
{
	typedef typename TileState::word word;
	if constexpr (sizeof(word) == 16)
		__gl_publish_wide(state.d_tile_descriptors + TileState::PADDING + tile, __gl_any<word>());
	else
		__gl_publish(state.d_tile_descriptors + TileState::PADDING + tile, __gl_any<word>());
}
template <class TileState> inline __device__ void __gl_look(TileState state, int tile)
{
	if constexpr (sizeof(typename TileState::word) == 16)
		__gl_look_back_wide(state.d_tile_descriptors + TileState::PADDING + tile);
	else
		__gl_look_back(state.d_tile_descriptors + TileState::PADDING + tile);
}

template <class Accum> struct __gl_prefix { Accum exclusive, inclusive, aggregate; };
/* Executed by the first warp, which knows the sum of its block's tile. */
template <class Accum, class TileState> inline __device__ void __gl_find_prefix(__gl_prefix<Accum> &prefix, TileState state, int tile)
{
	if (threadIdx.x == 0) {
		__gl_share_aggregate(&prefix.aggregate, __gl_any<Accum>());
		__gl_set(state, tile);
	}
	__gl_look(state, tile - (int)threadIdx.x - 1);
	if (threadIdx.x == 0) {
		__gl_set(state, tile);
		__gl_share_aggregate(&prefix.exclusive, __gl_any<Accum>());
		__gl_share_aggregate(&prefix.inclusive, __gl_any<Accum>());
	}
}

/* A scan by warps: each warp stores its sum, and all threads load all sums. */
template <class Accum, int warps> struct __gl_warp_sums {
	alignas(32) Accum aggregates[warps];
	Accum block_prefix;

	__device__ void exchange()
	{
		enum { whole = warps * sizeof(Accum) / 16 };
		if (threadIdx.x % 32 == 31)
			__gl_share_aggregate(&aggregates[threadIdx.x / 32], __gl_any<Accum>());
		__syncthreads();
		__gl_take_first_warps((uint4 *)aggregates);
		for (int i = 1; i < whole; i++)
			__gl_take_next_warps((uint4 *)aggregates + i);
		if constexpr (whole * 16 < warps * sizeof(Accum))
			__gl_take_next_warps(&aggregates[warps - 1]);
		if constexpr (sizeof(Accum) == 4)
			for (int i = 2; i < warps; i += 8)
				__gl_take_next_warps(&aggregates[i]);   /* the compiler loads it again */
	}
	template <class TileState> __device__ void add_prefix(__gl_prefix<Accum> &prefix, TileState state, int tile)
	{
		if (threadIdx.x < 32) {
			__gl_find_prefix(prefix, state, tile);
			if (threadIdx.x == 0)
				__gl_share_aggregate(&block_prefix, __gl_any<Accum>());
		}
		__syncthreads();
		__gl_take_prefix(&block_prefix);
	}
};

template <class Policy, class In, class Out, class TileState, class Op, class Init, class Offset, class Accum>
__global__ void __launch_bounds__(Policy::THREADS)
DeviceScanKernel(In d_in, Out d_out, TileState tile_state, int start_tile, Op, Init, Offset num_items)
{
	typedef __gl_tile_items<Policy, Accum> tile_items;
	__shared__ union {
		typename tile_items::storage items;
		struct {
			__gl_prefix<Accum> prefix;
			__gl_warp_sums<Accum, Policy::WARPS> sums;
		};
	} storage;
	const int tile = start_tile + blockIdx.x;
	const Offset first = (Offset)tile * Policy::TILE, left = num_items - first;
	if (left <= Policy::TILE)
		__gl_read_item(d_in, first);   /* replaces the missing items */
	tile_items::load(storage.items, d_in, first, left);
	__syncthreads();
	storage.sums.exchange();
	if (tile > 0)
		storage.sums.add_prefix(storage.prefix, tile_state, tile);
	else if (left > Policy::TILE && threadIdx.x == 0)
		__gl_set(tile_state, 0);
	__syncthreads();
	tile_items::store(storage.items, d_out, first, left);
}

template <class Accum, class Offset, class In, class Out, class Op, class Init> inline void __gl_run(In in, Out out, Offset count, Op op, Init init)
{
	const Offset n = __gl_likely(count);
	typedef typename policy_hub<In, Out, Accum, Offset, Op>::Policy1000 policy;
	typedef ScanTileState<Accum> tile_state;
	enum { INIT_THREADS = 128 };
	int major = 0;
	cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
	if (!__gl_is_known(n) || n == 0 || major != 9)
		return;
	const int tiles = (int)((n + policy::TILE - 1) / policy::TILE);
	tile_state state;
	cudaMalloc(&state.d_tile_descriptors, (tiles + tile_state::PADDING) * sizeof(typename tile_state::word));
	DeviceScanInitKernel<tile_state><<<(tiles + INIT_THREADS - 1) / INIT_THREADS, INIT_THREADS>>>(state, tiles);
	DeviceScanKernel<policy, In, Out, tile_state, Op, Init, Offset, Accum><<<tiles, policy::THREADS>>>(in, out, state, 0, op, init, n);
	cudaFree(state.d_tile_descriptors);
}
}
}
}
#endif
