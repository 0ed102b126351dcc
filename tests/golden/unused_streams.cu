// Streams that are created, where all work goes to the default one.
#include <cuda_runtime.h>

__global__ void
iterate(float *data, int n, int iterations)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float x = data[i];
	for (int k = 0; k < iterations; k++)
		x = 0.5f * x + 1.0f;
	data[i] = x;
}

int
main()
{
	enum { PARTS = 8, PART = 1 << 20, ITERATIONS = 8000 };
	const size_t bytes = PART * sizeof(float);
	cudaStream_t streams[PARTS];
	float *host, *device;
	cudaMallocHost(&host, PARTS * bytes);
	cudaMalloc(&device, PARTS * bytes);
	for (int i = 0; i < PARTS * PART; i++)
		host[i] = (float)i;
	for (int p = 0; p < PARTS; p++)
		cudaStreamCreate(&streams[p]);  // expect: serialized-streams
	for (int p = 0; p < PARTS; p++) {
		cudaMemcpyAsync(device + p * PART, host + p * PART, bytes, cudaMemcpyHostToDevice);
		iterate<<<PART / 256, 256>>>(device + p * PART, PART, ITERATIONS);
		cudaMemcpyAsync(host + p * PART, device + p * PART, bytes, cudaMemcpyDeviceToHost);
	}
	return cudaDeviceSynchronize();
}
