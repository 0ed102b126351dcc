/* CUB's selections of numbers of 4 or 8 bytes. One kernel prepares the tiles' status words. In the other, each block
 * determines the selected items of its tile and their output positions. Policies: CUDA 13.0's for compute capability
 * 9.0 (cub/device/dispatch/tuning/tuning_select_if.cuh).
 *
 * If the selection is unknown, it is assumed to be every other item, in no particular order. The tiles before a
 * block's tile are assumed to have selected half of their items. */
#ifndef GPULINT_CUB_SELECT_H
#define GPULINT_CUB_SELECT_H
#pragma GCC system_header
#include <gpulint/cub_scan.h>
#include <gpulint/cub_radix_sort.h>

namespace cub {
namespace detail {
namespace scan {
__GL_STORES(__gl_clear_selected)

template <class TileState, class NumSelected> __global__ void DeviceCompactInitKernel(TileState tile_state, int num_tiles, NumSelected d_num_selected_out)
{
	__gl_clear_states(tile_state, num_tiles);
	if (blockIdx.x == 0 && threadIdx.x == 0)
		__gl_clear_selected(d_num_selected_out, std::remove_pointer_t<NumSelected>());
}
}

namespace select {
template <class T> inline constexpr bool __gl_is_selected_whole = __is_arithmetic(T) && (sizeof(T) == 4 || sizeof(T) == 8);

template <class T, class Flag, class Offset> struct policy_hub {
	/* Named after the newest policy of CUB 13.0, with which its kernels are instantiated. */
	struct Policy1000 {
		static constexpr bool flagged = !std::is_same_v<Flag, NullType>;
		enum { THREADS = 384, WARPS = THREADS / 32, ITEMS = sizeof(T) == 8 ? 11 : flagged ? 15 : 17, TILE = THREADS * ITEMS };
	};
};

__GL_STORES(__gl_store_selected)
__GL_STORES(__gl_stage_selected)
__GL_LOADS(__gl_unstage_selected)
__GL_LOADS(__gl_unstage_assigned)
__GL_STORES(__gl_store_staged)
__GL_LOADS(__gl_take_tile_prefix)
__GL_LOADS(__gl_take_tile_sums)
__GL_STORES(__gl_store_count)

template <class T, class N> inline __device__ void __gl_write_selected(T *to, N i) { __gl_store_selected(to + i, __gl_any<T>()); }
template <class O, class N> inline __device__ void __gl_write_selected(const O &to, N i) { __gl_assign(to, i, __gl_any<typename O::value_type>()); }
template <class T, class N> inline __device__ void __gl_write_staged(T *to, N i, T *staged)
{
	__gl_unstage_selected(staged);
	__gl_store_staged(to + i, __gl_any<T>());
}
template <class O, class N, class T> inline __device__ void __gl_write_staged(const O &to, N i, T *staged)
{
	__gl_unstage_assigned(staged);
	__gl_assign(to, i, __gl_any<T>());
}

/* The operator's argument: unknown after its way through shared memory, unless it is computed. */
template <class T, class I, class N> inline __device__ T __gl_item(const I &, N) { return __gl_any<T>(); }

template <class Policy, class T> struct __gl_selection {
	enum { threads = Policy::THREADS, items = Policy::ITEMS, tile = Policy::TILE };
	struct storage {
		union {
			typename scan::__gl_tile_items<Policy, T>::storage items;
			struct {
				scan::__gl_prefix<int> prefix;
				scan::__gl_warp_sums<int, Policy::WARPS> sums;
			};
			T selected[tile];
		};
		int totals[Policy::WARPS];
	};
	storage &s;
	int first, valid;   /* the tile's first item, and its number of items */
	bool flags[items];
	int place, count;   /* position of the thread's first selected item in the tile; number of selected items of the tile */

	__device__ int in_tile(int i) const { return threadIdx.x * items + i; }
	/* Loads the items, and the flags that select them, or else the operator's results. */
	template <class In, class Flags, class Op> __device__ void load(In in, Flags flags_in, Op op)
	{
		if constexpr (std::is_same_v<Flags, NullType *>) {
			scan::__gl_tile_items<Policy, T>::load(s.items, in, first, valid < tile ? valid : tile + 1);
			for (int i = 0; i < items; i++)
				flags[i] = in_tile(i) < valid && is_selected(op(__gl_item<T>(in, first + in_tile(i))), i);
		} else {
			for (int i = 0; i < items; i++)
				if (in_tile(i) < valid)
					scan::__gl_read_item(in, first + in_tile(i));
			__syncthreads();
			for (int i = 0; i < items; i++)
				flags[i] = in_tile(i) < valid && is_selected((bool)scan::__gl_read_item(flags_in, first + in_tile(i)), i);
		}
		__syncthreads();
	}
	/* The output positions of the thread's items, computed with shuffles and sums in shared memory. */
	__device__ void number()
	{
		int own = 0;
		for (int i = 0; i < items; i++)
			own += flags[i];
		int before = own;
		for (int n = 1; n < 32; n *= 2) {
			const int other = __shfl_up_sync(0xffffffff, before, n);
			if (threadIdx.x % 32 >= n)
				before += other;
		}
		if (threadIdx.x % 32 == 31)
			s.totals[threadIdx.x / 32] = before;
		s.sums.exchange();
		place = before - own;
		count = 0;
		for (int warp = 0; warp < Policy::WARPS; warp++) {
			if (warp < threadIdx.x / 32)
				place += s.totals[warp];
			count += s.totals[warp];
		}
	}
	template <class Out> __device__ void store(Out out, long long base)
	{
		int next = place;
		if (count <= threads) {
			for (int i = 0; i < items; i++)
				if (flags[i])
					__gl_write_selected(out, base + next++);
			return;
		}
		__syncthreads();
		for (int i = 0; i < items; i++)
			if (flags[i])
				__gl_stage_selected(&s.selected[next++], __gl_any<T>());
		__syncthreads();
		for (int i = threadIdx.x; i < count; i += threads)
			__gl_write_staged(out, base + i, &s.selected[i]);
	}
private:
	__device__ bool is_selected(bool flag, int i) const { return __gl_is_known(flag) ? flag : radix_sort::__gl_spread(first + in_tile(i)) & 1; }
};

template <class Policy, class T, class In, class Flags, class Out, class NumSelected, class TileState, class Op>
__global__ void __launch_bounds__(Policy::THREADS)
DeviceSelectSweepKernel(In d_in, Flags d_flags_in, Out d_selected_out, NumSelected d_num_selected_out, TileState tile_status, Op select_op,
                        int num_items, int num_tiles)
{
	typedef __gl_selection<Policy, T> selection;
	__shared__ typename selection::storage storage;
	const int tile = blockIdx.x, first = tile * Policy::TILE;
	const bool last = tile == num_tiles - 1;
	selection s{storage, first, last ? num_items - first : Policy::TILE};
	s.load(d_in, d_flags_in, select_op);
	s.number();
	if (tile > 0) {
		storage.sums.add_prefix(storage.prefix, tile_status, tile);
		if (last) {
			__gl_take_tile_sums((uint4 *)&storage.prefix);
		} else {
			__gl_take_tile_prefix(&storage.prefix.exclusive);
			__gl_take_tile_prefix(&storage.prefix.aggregate);
		}
	} else if (!last && threadIdx.x == 0) {
		scan::__gl_set(tile_status, 0);
	}
	s.store(d_selected_out, tile ? first / 2 | 1 : 0);   /* not aligned to a sector, as in most cases */
	if (last && threadIdx.x == 0)
		__gl_store_count(d_num_selected_out, __gl_any<std::remove_pointer_t<NumSelected>>());
}

template <class T, class In, class Flags, class Out, class Num, class Op> inline void __gl_run(In in, Flags flags, Out out, Num *num_selected, size_t count, Op op)
{
	const size_t n = __gl_likely(count);
	typedef typename policy_hub<T, std::remove_pointer_t<Flags>, int>::Policy1000 policy;
	typedef ScanTileState<int> tile_state;
	enum { INIT_THREADS = 128 };
	int major = 0;
	cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
	if (!__gl_is_known(n) || n == 0 || n >> 31 || major != 9)
		return;
	const int tiles = (int)((n + policy::TILE - 1) / policy::TILE);
	tile_state state;
	cudaMalloc(&state.d_tile_descriptors, (tiles + tile_state::PADDING) * sizeof(typename tile_state::word));
	scan::DeviceCompactInitKernel<tile_state, Num *><<<(tiles + INIT_THREADS - 1) / INIT_THREADS, INIT_THREADS>>>(state, tiles, num_selected);
	DeviceSelectSweepKernel<policy, T, In, Flags, Out, Num *, tile_state, Op><<<tiles, policy::THREADS>>>(in, flags, out, num_selected, state, op, (int)n, tiles);
	cudaFree(state.d_tile_descriptors);
}
}
}
}
#endif
