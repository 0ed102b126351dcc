#ifndef _COOPERATIVE_GROUPS_REDUCE_H
#define _COOPERATIVE_GROUPS_REDUCE_H
#pragma GCC system_header
#include <cooperative_groups.h>
namespace cooperative_groups {
template <unsigned N, class P, class T, class F> inline __device__ T reduce(const thread_block_tile<N, P> &tile, T v, F &&f)
{
	for (unsigned n = N / 2; n > 0; n /= 2)
		v = f(v, tile.shfl_xor(v, n));
	return v;
}
template <class T, class F> inline __device__ T reduce(const coalesced_group &g, T v, F &&f)
{
	T all = g.shfl(v, 0);
	for (unsigned i = 1; i < g.size(); i++)
		all = f(all, g.shfl(v, i));
	return all;
}
template <class G, class A, class T, class F> inline __device__ void reduce_update_async(const G &g, A &target, T v, F &&f)
{
	T all = reduce(g, v, f);
	if (g.thread_rank() == 0)
		details::update(target, all, f);
}
template <class G, class A, class T, class F> inline __device__ auto reduce_store_async(const G &g, A &target, T v, F &&f) -> decltype(target.store(v))
{
	T all = reduce(g, v, f);
	if (g.thread_rank() == 0)
		target.store(all);
}
template <class G, class T, class F> inline __device__ void reduce_store_async(const G &g, T *target, T v, F &&f)
{
	T all = reduce(g, v, f);
	if (g.thread_rank() == 0)
		*target = all;
}
}
#endif
