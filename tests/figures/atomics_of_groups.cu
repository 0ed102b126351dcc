// options: --no-compile --launch 'k<<<1, 32>>>(4096, 4)'
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename G> __device__ int reserve(const G &g, int *used)
{
	int first = 0;
	if (g.thread_rank() == 0)
		first = atomicAdd(used, g.size());
	return g.shfl(first, 0) + g.thread_rank();
}

// One lane of each group reserves places for all of its lanes, which store side by side, wherever that is. 24 lanes are 3
// sectors if they begin one, else 4; two groups of 16 are 2 or 3 sectors each.
__global__ void k(int *o, int *used)
{
	if (threadIdx.x % 4)
		o[reserve(cg::coalesced_threads(), used)] = 1; // expect: store bounded requests=1 low=3 sectors=3.875 high=4
	o[reserve(cg::labeled_partition(cg::coalesced_threads(), threadIdx.x % 2), used)] = 1; // expect: store bounded requests=1 low=2 sectors=5.75 high=6
}
