// Clusters: a block's rank in its cluster follows from the launch, as the machine code reads it.
#include <cooperative_groups.h>

// Ranks 0 to 3 begin 0, 12, 24 and 36 bytes into the array: 4, 5, 5 and 5 sectors.
__global__ void __cluster_dims__(4, 1, 1) by_rank(float *o)
{
	auto c = cooperative_groups::this_cluster();
	o[c.block_rank() * 3 + threadIdx.x] = 1; // expect: store exact requests=8 sectors=4.75
}

// The rank is known in clusters of several dimensions: x comes first. Ranks 0 to 3, as above.
__global__ void __cluster_dims__(2, 2, 1) by_rank_in_two_dimensions(float *o)
{
	auto c = cooperative_groups::this_cluster();
	o[c.block_rank() * 3 + threadIdx.x] = 1; // expect: store exact requests=16 sectors=4.75
}

// Shared memory of the block itself has the same figures in every rank.
__global__ void __cluster_dims__(4, 1, 1) own_shared(float *o)
{
	__shared__ float s[64];
	s[threadIdx.x * 2] = o[threadIdx.x]; // expect: store shared exact wavefronts=2
	__syncthreads();
	o[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x]; // expect: load shared exact wavefronts=1
}

int main()
{
	float *o;
	cudaMalloc(&o, 65536);
	by_rank<<<8, 32>>>(o);
	by_rank_in_two_dimensions<<<dim3(4, 4), 32>>>(o);
	own_shared<<<8, 32>>>(o);
}
