// options: --no-compile
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Votes: each lane asks the lanes of its mask. The two halves of a warp vote apart, a whole warp as one.
__global__ void halves_any(float *o)
{
	unsigned lane = threadIdx.x, half = 0xffffu << (lane & 16);
	o[__any_sync(half, lane < 3) ? lane * 8 : 0] = 1; // expect: store exact sectors=16
}
__global__ void halves_all(float *o)
{
	unsigned lane = threadIdx.x, half = 0xffffu << (lane & 16);
	o[__all_sync(half, lane < 16) ? lane * 8 : 0] = 1; // expect: store exact sectors=16
}
__global__ void halves_ballot(float *o)
{
	unsigned lane = threadIdx.x, half = 0xffffu << (lane & 16);
	o[__popc(__ballot_sync(half, lane < 20)) * 8] = 1; // expect: store exact sectors=2
}
__global__ void halves_match(float *o)
{
	unsigned lane = threadIdx.x, half = 0xffffu << (lane & 16);
	o[__popc(__match_any_sync(half, lane < 20)) * 8] = 1; // expect: store exact sectors=3
}
__global__ void tiles_any(float *o)
{
	unsigned lane = threadIdx.x;
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
	o[tile.any(lane < 3) ? lane * 8 : 0] = 1; // expect: store exact sectors=16
}
__global__ void warp_any(float *o)
{
	unsigned lane = threadIdx.x;
	o[__any_sync(~0u, lane < 3) ? lane * 8 : 0] = 1; // expect: store exact sectors=32
}
__global__ void warp_ballot(float *o)
{
	unsigned lane = threadIdx.x;
	o[__popc(__ballot_sync(~0u, lane < 20)) * 8] = 1; // expect: store exact sectors=1
}

// A barrier is one, whatever is known of what it counts: what was loaded before is loaded again after it.
__global__ void barrier_or(float *o, float *in)
{
	float x = in[threadIdx.x]; // expect: load exact requests=1
	int some = __syncthreads_or(x > 3);
	float y = in[threadIdx.x]; // expect: load exact requests=1
	o[threadIdx.x] = x + y + some;
}
__global__ void barrier_and(float *o, float *in)
{
	float x = in[threadIdx.x]; // expect: load exact requests=1
	int some = __syncthreads_and(x > 3);
	float y = in[threadIdx.x]; // expect: load exact requests=1
	o[threadIdx.x] = x + y + some;
}
__global__ void barrier_count(float *o, float *in)
{
	float x = in[threadIdx.x]; // expect: load exact requests=1
	int some = __syncthreads_count(x > 3);
	float y = in[threadIdx.x]; // expect: load exact requests=1
	o[threadIdx.x] = x + y + some;
}

// What other blocks of the cluster have in shared memory is not known, and the compiler loads it by other instructions.
__global__ void __cluster_dims__(2) other_block_by_group(float *o)
{
	__shared__ float s[32];
	s[threadIdx.x] = blockIdx.x;
	cg::this_cluster().sync();
	float *r = cg::this_cluster().map_shared_rank(s, 1);
	o[threadIdx.x] = r[threadIdx.x]; // expect: load assumed why="other blocks in the cluster"
}
__global__ void __cluster_dims__(2) other_block_by_builtin(float *o)
{
	__shared__ float s[32];
	s[threadIdx.x] = blockIdx.x;
	cg::this_cluster().sync();
	float *r = (float *)__cluster_map_shared_rank(s, 1);
	o[threadIdx.x] = r[threadIdx.x]; // expect: load assumed why="other blocks in the cluster"
}

int main()
{
	float *o, *i;
	cudaMalloc(&o, 1 << 20);
	cudaMalloc(&i, 1 << 20);
	halves_any<<<1, 32>>>(o);
	halves_all<<<1, 32>>>(o);
	halves_ballot<<<1, 32>>>(o);
	halves_match<<<1, 32>>>(o);
	tiles_any<<<1, 32>>>(o);
	warp_any<<<1, 32>>>(o);
	warp_ballot<<<1, 32>>>(o);
	barrier_or<<<1, 32>>>(o, i);
	barrier_and<<<1, 32>>>(o, i);
	barrier_count<<<1, 32>>>(o, i);
	other_block_by_group<<<2, 32>>>(o);
	other_block_by_builtin<<<2, 32>>>(o);
}
