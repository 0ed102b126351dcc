// The host's memory is pinned: the copies overlap with kernels of other streams.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call)                                                                                    \
	do {                                                                                                \
		cudaError_t status = (call);                                                                \
		if (status != cudaSuccess) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
			exit(1);                                                                            \
		}                                                                                           \
	} while (0)

__global__ void
scale(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] = 0.5f * data[i] + 1.0f;
}

int
main()
{
	const int n = 1 << 24, parts = 4, part = n / parts;
	const size_t bytes = part * sizeof(float);

	float *h;
	CUDA_CHECK(cudaMallocHost(&h, parts * bytes));
	for (int i = 0; i < n; i++)
		h[i] = (float)(i % 1021);
	float *d;
	CUDA_CHECK(cudaMalloc(&d, parts * bytes));
	cudaStream_t streams[parts];
	for (int p = 0; p < parts; p++)
		CUDA_CHECK(cudaStreamCreate(&streams[p]));

	for (int p = 0; p < parts; p++) {
		float *from = h + p * part, *to = d + p * part;
		CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, streams[p]));
		scale<<<part / 256, 256, 0, streams[p]>>>(to, part);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaMemcpyAsync(from, to, bytes, cudaMemcpyDeviceToHost, streams[p]));
	}
	CUDA_CHECK(cudaDeviceSynchronize());

	bool all_right = true;
	for (int i = 0; i < n; i++)
		all_right = all_right && h[i] == 0.5f * (i % 1021) + 1.0f;
	for (int p = 0; p < parts; p++)
		CUDA_CHECK(cudaStreamDestroy(streams[p]));
	CUDA_CHECK(cudaFree(d));
	CUDA_CHECK(cudaFreeHost(h));
	printf("pageable-async-copy/good: %s\n", all_right ? "PASS" : "FAIL");
	return all_right ? 0 : 1;
}
