// options: --no-compile
#include <cooperative_groups.h>

// How many blocks a cluster has, and which of them this is, depends on the launch: nothing is known.
__global__ void __cluster_dims__(4, 1, 1) k(float *o)
{
	auto c = cooperative_groups::this_cluster();
	o[c.num_blocks() * threadIdx.x] = 1;      // expect: store unknown
	o[c.block_rank() * 3 + threadIdx.x] = 1;  // expect: store unknown
	o[c.num_threads() + threadIdx.x * 2] = 1; // expect: store unknown
	o[c.thread_rank() * 2] = 1;               // expect: store unknown
}

int main()
{
	float *o;
	cudaMalloc(&o, 65536);
	k<<<8, 32>>>(o);
}
