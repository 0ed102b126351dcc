// options: --no-compile
//
// Passes of atomics in L2, and the passes that would remain if each block first combined its operands in shared memory
// (combined_passes). They follow from the sectors that the blocks access, not from the size of the object.

// All blocks access the same sectors.
__global__ void maximum_of_all(int *p, const int *q)
{
	atomicMax(p, q[threadIdx.x]); // expect: atomic exact passes=8 combined_passes=4 blocks_meet=1 result_used=0
}
__global__ void histogram_of_32_bins(int *p, const int *q)
{
	atomicAdd(p + (threadIdx.x & 31), q[threadIdx.x]); // expect: atomic exact passes=32 combined_passes=16 blocks_meet=1 result_used=0
}
__global__ void bin_for_each_thread(int *p)
{
	atomicAdd(p + threadIdx.x, 1); // expect: atomic exact passes=32 combined_passes=32 blocks_meet=1 result_used=0
}

// Each block has its own sectors.
__global__ void own_bins(int *p)
{
	atomicAdd(p + 64 * blockIdx.x + threadIdx.x, 1); // expect: atomic exact passes=32 combined_passes=32 blocks_meet=0 result_used=0
}
__global__ void own_bins_four_times(int *p)
{
	for (int i = 0; i < 4; i++) atomicAdd(p + 64 * blockIdx.x + threadIdx.x, i); // expect: atomic exact passes=128 combined_passes=32 blocks_meet=0 result_used=0
}

// Exchanges cannot be combined, unless all threads store the same value.
__global__ void exchange_of_counters(int *p)
{
	for (int i = 0; i < 4; i++) atomicExch(p + 64 * blockIdx.x + threadIdx.x, i); // expect: atomic exact passes=128 combined_passes=128 blocks_meet=0 result_used=0
}
__global__ void exchange_of_one_value(int *p, int n)
{
	atomicExch(p, n); // expect: atomic exact passes=256 combined_passes=4 blocks_meet=1 result_used=0
}

int main()
{
	int *p;
	int *q;
	cudaMalloc(&p, 4096);
	cudaMalloc(&q, 4096);
	maximum_of_all<<<4, 64>>>(p, q);
	histogram_of_32_bins<<<4, 64>>>(p, q);
	bin_for_each_thread<<<4, 64>>>(p);
	own_bins<<<4, 64>>>(p);
	own_bins_four_times<<<4, 64>>>(p);
	exchange_of_counters<<<4, 64>>>(p);
	exchange_of_one_value<<<4, 64>>>(p, 100);
}
