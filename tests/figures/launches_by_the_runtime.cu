// options: --no-compile
#include <cuda_runtime.h>

// Launches through functions of the runtime.
__global__ void few(float *p, int n)
{
	if (threadIdx.x < n)
		p[threadIdx.x] = 1; // expect: @1 store exact lanes=20; @2 store exact lanes=20
}

int main()
{
	float *p;
	cudaMalloc(&p, 4096);
	int some = 20;
	cudaLaunchConfig_t config = {};
	config.gridDim = dim3(3);
	config.blockDim = dim3(64);
	cudaLaunchKernelEx(&config, few, p, some); // expect: launch source grid=3 block=64
	void *arguments[] = {&p, &some};
	config.gridDim.x = 4;
	cudaLaunchKernelExC(&config, (const void *)few, arguments); // expect: launch source grid=4 block=64
}
