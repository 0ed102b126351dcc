// Data that is copied to the host and back in each iteration: the copy back is redundant, and so is the other unless the host reads it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void
step(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 0.5f * data[i] + 1;
}

int
main()
{
	const int n = 1 << 20, rounds = 100;
	float *host = (float *)malloc(n * sizeof(float)), *data;
	for (int i = 0; i < n; i++)
		host[i] = (float)i;
	cudaMalloc(&data, n * sizeof(float));
	for (int r = 0; r < rounds; r++) {
		cudaMemcpy(data, host, n * sizeof(float), cudaMemcpyHostToDevice);  // expect: copy-in-loop
		step<<<n / 256, 256>>>(data, n);
		cudaMemcpy(host, data, n * sizeof(float), cudaMemcpyDeviceToHost);
	}
	if (cudaGetLastError() != cudaSuccess)
		return 1;
	printf("%f\n", host[1]);
}
