/* Cooperative groups, built on the built-in variables, barriers and shuffles. */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_
#pragma GCC system_header
#include <gpulint_prelude.h>
#include <gpulint/any_shuffle.h>

#define __GL_D inline __device__
namespace cooperative_groups {
namespace details {
__GL_D unsigned block_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__GL_D unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__GL_D unsigned grid_block_rank() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
__GL_D unsigned grid_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
/* The lane of the n-th thread of a mask. */
__GL_D unsigned nth(unsigned mask, unsigned n)
{
	for (; n > 0; n--)
		mask &= mask - 1;
	return __ffs(mask) - 1;
}
using namespace __gl_shuffles;
}

enum class thread_scope { grid_scope, block_scope, warp_scope };

/* A group within a block: all of its threads, or a piece of `count` threads. */
class thread_group {
protected:
	unsigned count, mask;
public:
	__GL_D thread_group(unsigned n = 1, unsigned m = 0) : count(n), mask(m) {}
	__GL_D unsigned long long size() const { return count; }
	__GL_D unsigned long long num_threads() const { return count; }
	__GL_D unsigned long long thread_rank() const { return mask ? __popc(mask & ((1u << __lane_id()) - 1)) : details::block_rank() % count; }
	__GL_D bool is_valid() const { return true; }
	__GL_D void sync() const
	{
		if (mask || count <= 32)
			__syncwarp();
		else
			__syncthreads();
	}
};

class thread_block : public thread_group {
public:
	__GL_D thread_block() : thread_group(details::block_size()) {}
	static __GL_D void sync() { __syncthreads(); }
	static __GL_D unsigned thread_rank() { return details::block_rank(); }
	static __GL_D unsigned size() { return details::block_size(); }
	static __GL_D unsigned num_threads() { return details::block_size(); }
	static __GL_D dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	static __GL_D dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
	static __GL_D dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
	static __GL_D dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
	class arrival_token {};
	__GL_D arrival_token barrier_arrive() const { return arrival_token(); }
	__GL_D void barrier_wait(arrival_token &&) const { __syncthreads(); }
};
__GL_D thread_block this_thread_block() { return thread_block(); }
template <unsigned size> struct block_tile_memory { char bytes[size]; };
template <unsigned size> __GL_D thread_block this_thread_block(block_tile_memory<size> &) { return thread_block(); }

class coalesced_group : public thread_group {
	unsigned meta_rank, meta_size;
public:
	__GL_D explicit coalesced_group(unsigned m, unsigned r = 0, unsigned n = 1) : thread_group(__popc(m), m), meta_rank(r), meta_size(n) {}
	__GL_D unsigned size() const { return this->count; }
	__GL_D unsigned num_threads() const { return this->count; }
	__GL_D unsigned thread_rank() const { return __popc(this->mask & ((1u << __lane_id()) - 1)); }
	__GL_D unsigned meta_group_rank() const { return meta_rank; }
	__GL_D unsigned meta_group_size() const { return meta_size; }
	__GL_D unsigned get_mask() const { return this->mask; }
	__GL_D void sync() const { __syncwarp(this->mask); }
	template <class T> __GL_D T shfl(T v, unsigned rank) const { return details::shuffle<details::to>(this->mask, v, details::nth(this->mask, rank), 32); }
	template <class T> __GL_D T shfl_up(T v, unsigned n) const { unsigned r = thread_rank(); return shfl(v, r < n ? r : r - n); }
	template <class T> __GL_D T shfl_down(T v, unsigned n) const { unsigned r = thread_rank(); return shfl(v, r + n < size() ? r + n : r); }
	__GL_D int any(int p) const { return __any_sync(this->mask, p); }
	__GL_D int all(int p) const { return __all_sync(this->mask, p); }
	/* Bit i is the value of the thread with rank i. */
	__GL_D unsigned ballot(int p) const
	{
		unsigned lanes = __ballot_sync(this->mask, p), ranks = 0;
		for (unsigned i = 0; i < size(); i++)
			ranks |= ((lanes >> details::nth(this->mask, i)) & 1) << i;
		return ranks;
	}
	template <class T> __GL_D unsigned match_any(T v) const { return __match_any_sync(this->mask, v); }
	template <class T> __GL_D unsigned match_all(T v, int &p) const { return __match_all_sync(this->mask, v, &p); }
};
__GL_D coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned N, class Parent = void> class thread_block_tile : public thread_group {
	static __GL_D unsigned lanes()
	{
		if constexpr (N >= 32)
			return 0xffffffff;
		else
			return ((1u << (N & 31)) - 1) << (__lane_id() & ~(N - 1));
	}
public:
	__GL_D thread_block_tile() : thread_group(N) {}
	template <class Q> __GL_D thread_block_tile(const thread_block_tile<N, Q> &) : thread_group(N) {}
	static __GL_D void sync()
	{
		if constexpr (N <= 32)
			__syncwarp(lanes());
		else
			__syncthreads();
	}
	static __GL_D unsigned thread_rank() { return details::block_rank() & (N - 1); }
	static constexpr __host__ __device__ unsigned size() { return N; }
	static constexpr __host__ __device__ unsigned num_threads() { return N; }
	static __GL_D unsigned meta_group_rank() { return details::block_rank() / N; }
	static __GL_D unsigned meta_group_size() { return (details::block_size() + N - 1) / N; }
	template <class T> __GL_D T shfl(T v, int rank) const { return details::shuffle<details::to>(lanes(), v, rank, N); }
	template <class T> __GL_D T shfl_up(T v, unsigned n) const { return details::shuffle<details::up>(lanes(), v, n, N); }
	template <class T> __GL_D T shfl_down(T v, unsigned n) const { return details::shuffle<details::down>(lanes(), v, n, N); }
	template <class T> __GL_D T shfl_xor(T v, unsigned n) const { return details::shuffle<details::exchange>(lanes(), v, n, N); }
	__GL_D int any(int p) const { return __any_sync(lanes(), p); }
	__GL_D int all(int p) const { return __all_sync(lanes(), p); }
	__GL_D unsigned ballot(int p) const
	{
		unsigned set = __ballot_sync(lanes(), p);
		if constexpr (N < 32)
			set = (set >> (__lane_id() & ~(N - 1))) & ((1u << (N & 31)) - 1);
		return set;
	}
	template <class T> __GL_D unsigned match_any(T v) const
	{
		unsigned set = __match_any_sync(lanes(), v);
		if constexpr (N < 32)
			set = (set >> (__lane_id() & ~(N - 1))) & ((1u << (N & 31)) - 1);
		return set;
	}
	template <class T> __GL_D unsigned match_all(T v, int &p) const { return __match_all_sync(lanes(), v, &p); }
};
template <unsigned N, class G> __GL_D thread_block_tile<N, G> tiled_partition(const G &) { return thread_block_tile<N, G>(); }
__GL_D thread_group tiled_partition(const thread_group &, unsigned n) { return thread_group(n); }
__GL_D coalesced_group tiled_partition(const coalesced_group &g, unsigned n)
{
	unsigned part = g.thread_rank() / n, set = g.get_mask();
	return coalesced_group(__match_any_sync(set, part), part, (g.size() + n - 1) / n);
}
template <class G> __GL_D coalesced_group binary_partition(const G &, bool p)
{
	unsigned active = __activemask(), yes = __ballot_sync(active, p);
	return coalesced_group(p ? yes : active & ~yes, p, 2);
}
template <class G, class T> __GL_D coalesced_group labeled_partition(const G &, T label) { return coalesced_group(__match_any_sync(__activemask(), label)); }

class grid_group {
public:
	class arrival_token {};
	static __GL_D void sync() { __gl_grid_sync(); }
	__GL_D arrival_token barrier_arrive() const { return arrival_token(); }
	__GL_D void barrier_wait(arrival_token &&) const { __gl_grid_sync(); }
	static __GL_D bool is_valid() { return true; }
	static __GL_D unsigned long long size() { return (unsigned long long)details::grid_blocks() * details::block_size(); }
	static __GL_D unsigned long long num_threads() { return size(); }
	static __GL_D unsigned long long thread_rank() { return (unsigned long long)details::grid_block_rank() * details::block_size() + details::block_rank(); }
	static __GL_D unsigned long long block_rank() { return details::grid_block_rank(); }
	static __GL_D unsigned long long num_blocks() { return details::grid_blocks(); }
	static __GL_D dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
	static __GL_D dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
	static __GL_D dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	/* The cluster shape is unknown here. */
	static __GL_D unsigned long long cluster_rank() { return __gl_unknown<unsigned long long>(); }
	static __GL_D dim3 cluster_index() { return __gl_any<dim3>(); }
	static __GL_D dim3 dim_clusters() { return __gl_any<dim3>(); }
	static __GL_D unsigned long long num_clusters() { return __gl_unknown<unsigned long long>(); }
	static __GL_D unsigned thread_scope() { return 0; }
};
__GL_D grid_group this_grid() { return grid_group(); }
class multi_grid_group : public grid_group {
public:
	static __GL_D unsigned grid_rank() { return 0; }
	static __GL_D unsigned num_grids() { return 1; }
};
__GL_D multi_grid_group this_multi_grid() { return multi_grid_group(); }

/* Clusters: their shape, and all that depends on it, is unknown. */
class cluster_group : public thread_block {
public:
	static __GL_D unsigned block_rank() { return __gl_unknown<unsigned>(); }
	static __GL_D unsigned num_blocks() { return __gl_unknown<unsigned>(); }
	static __GL_D unsigned thread_rank() { return block_rank() * details::block_size() + details::block_rank(); }
	static __GL_D unsigned num_threads() { return num_blocks() * details::block_size(); }
	static __GL_D unsigned size() { return num_threads(); }
	static __GL_D dim3 thread_index() { return __gl_any<dim3>(); }
	static __GL_D dim3 dim_threads() { return __gl_any<dim3>(); }
	static __GL_D dim3 block_index() { return __gl_any<dim3>(); }
	static __GL_D dim3 dim_blocks() { return __gl_any<dim3>(); }
	using thread_block::barrier_wait;
	static __GL_D void barrier_wait() { __syncthreads(); }
	template <class T> static __GL_D T *map_shared_rank(T *p, int) { __gl_enters_cluster(p); return p; }
	template <class T> static __GL_D unsigned query_shared_rank(const T *) { return __gl_unknown<unsigned>(); }
};
__GL_D cluster_group this_cluster() { return cluster_group(); }
__GL_D thread_group this_thread() { return thread_group(1); }

template <class G> __GL_D void sync(const G &g) { g.sync(); }
template <class G> __GL_D auto thread_rank(const G &g) { return g.thread_rank(); }
template <class G> __GL_D auto group_size(const G &g) { return g.size(); }
template <class T> struct plus { __GL_D T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __GL_D T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __GL_D T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __GL_D T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __GL_D T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __GL_D T operator()(T a, T b) const { return a ^ b; } };
namespace details {
/* Applies the operation to an atomic and returns the previous value. */
template <class A, class T> __GL_D T update(A &atomic, T v, const plus<T> &) { return atomic.fetch_add(v); }
template <class A, class T> __GL_D T update(A &atomic, T v, const less<T> &) { return atomic.fetch_min(v); }
template <class A, class T> __GL_D T update(A &atomic, T v, const greater<T> &) { return atomic.fetch_max(v); }
template <class A, class T> __GL_D T update(A &atomic, T v, const bit_and<T> &) { return atomic.fetch_and(v); }
template <class A, class T> __GL_D T update(A &atomic, T v, const bit_or<T> &) { return atomic.fetch_or(v); }
template <class A, class T> __GL_D T update(A &atomic, T v, const bit_xor<T> &) { return atomic.fetch_xor(v); }
template <class A, class T, class F> __GL_D T update(A &atomic, T v, const F &f)
{
	T old = atomic.load();
	while (!atomic.compare_exchange_weak(old, f(old, v)))
		;
	return old;
}
}
/* Calls f in one thread. The hardware elects which one; here it is rank 0. */
template <class G, class F, class... A> __GL_D void invoke_one(const G &g, F &&f, A &&...a)
{
	if (g.thread_rank() == 0)
		f(std::forward<A>(a)...);
}
template <class G, class F, class... A> __GL_D auto invoke_one_broadcast(const G &g, F &&f, A &&...a) -> decltype(f(std::forward<A>(a)...))
{
	decltype(f(std::forward<A>(a)...)) v{};
	if (g.thread_rank() == 0)
		v = f(std::forward<A>(a)...);
	return g.shfl(v, 0);
}
}
#undef __GL_D
#endif
