// A thread reads the maximum so far, and makes no atomic where that is no less: few do.
#include <cuda_runtime.h>

__device__ int most;

__global__ void
find_most(const int *__restrict__ in, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (most < in[i])
			atomicMax(&most, in[i]);  // expect: contended-atomic
}

int
main()
{
	const int n = 1 << 26;
	int *in;
	if (cudaMalloc(&in, n * sizeof *in) || cudaMemset(in, 0, n * sizeof *in))
		return 1;
	find_most<<<1056, 256>>>(in, n);
	return cudaGetLastError() || cudaDeviceSynchronize();
}
