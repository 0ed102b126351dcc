// options: --no-compile --launch 'k<<<1, 32>>>(4096, 4096)'

__constant__ float table[64];

// Four words of constant memory are four wavefronts; eight lanes of an atomic share an address.
__global__ void k(int *bins, float *q)
{
	int i = threadIdx.x;
	atomicAdd(&bins[i / 8], 1); // expect: atomic exact sectors=1 same_address_lanes=8
	q[i] = table[i % 4];        // expect: load constant exact requests=1 wavefronts=4; store exact
}
