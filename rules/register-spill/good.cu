// A thread keeps 40 sums, and the launch bounds leave it 64 registers, which hold them.
#include <cuda_runtime.h>

#define BINS 40

__global__ void __launch_bounds__(256, 4) spread(const float *in, float *sums, int n)
{
	const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	float sum[BINS] = {};
	for (int i = thread; i < n; i += threads) {
		const float x = in[i];
#pragma unroll
		for (int k = 0; k < BINS; k++)
			sum[k] += fmaxf(0, 1 - fabsf(x - k));
	}
#pragma unroll
	for (int k = 0; k < BINS; k++)
		sums[k * threads + thread] = sum[k];
}

int main(void)
{
	const int n = 1 << 26, blocks = 1056, threads = 256;
	float *in, *sums;
	if (cudaMalloc(&in, n * sizeof *in) || cudaMalloc(&sums, BINS * blocks * threads * sizeof *sums))
		return 1;
	cudaMemset(in, 0, n * sizeof *in);
	spread<<<blocks, threads>>>(in, sums, n);
	if (cudaDeviceSynchronize())
		return 1;
	cudaFree(in);
	cudaFree(sums);
	return 0;
}
